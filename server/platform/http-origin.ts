/** How a server that listens on `host` is called from this machine: an address for all interfaces is no name. */
export function httpOrigin(host: string, port: number): string {
  const name = host === "0.0.0.0" || host === "::" ? "localhost" : host.includes(":") ? `[${host}]` : host;
  return `http://${name}:${port}`;
}
