/**
 * Builds the origin of a server listening on `host`, as reached from this machine. A wildcard address becomes
 * localhost.
 */
export function buildHttpOrigin(host: string, port: number): string {
  const name = host === "0.0.0.0" || host === "::" ? "localhost" : host.includes(":") ? `[${host}]` : host;
  return `http://${name}:${port}`;
}
