/**
 * Builds the origin of a server listening on `host`, as reached from this machine. A wildcard address becomes
 * localhost. Omits the default port, as browsers do, because origins are compared as text.
 */
export function buildHttpOrigin(host: string, port: number): string {
  const name = host === "0.0.0.0" || host === "::" ? "localhost" : host.includes(":") ? `[${host}]` : host;
  return `http://${name}${port === 80 ? "" : `:${port}`}`;
}
