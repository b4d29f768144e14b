/**
 * Builds the origin of a server as reached from this machine: a wildcard address becomes localhost. Omits the default
 * port, as browsers do.
 */
export function buildHttpOrigin(host: string, port: number): string {
  const name = host === "0.0.0.0" || host === "::" ? "localhost" : host.includes(":") ? `[${host}]` : host;
  return `http://${name}${port === 80 ? "" : `:${port}`}`;
}
