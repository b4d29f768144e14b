import pg from "pg";
import { StartError } from "#server/platform/start-error.ts";

const MIN_VERSION = 150000;

/**
 * Connects to the database. Throws StartError if the server is unreachable or too old, or if it refuses the
 * connection. The message never contains the password.
 */
export async function connectAtStartup(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: "lattice start",
    connectionTimeoutMillis: 10_000,
  });
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ version: number; text: string }>(
      "select current_setting('server_version_num')::int as version, current_setting('server_version') as text",
    );
    const version = rows[0];
    if (version && version.version < MIN_VERSION) {
      throw new StartError(
        `The database at ${describeDatabaseUrl(url)} is PostgreSQL ${version.text}. Lattice needs version 15 or newer.`,
      );
    }
    return client;
  } catch (error) {
    await client.end().catch(() => {});
    if (error instanceof StartError) throw error;
    throw new StartError(explain(error, url), { cause: error });
  }
}

function explain(error: unknown, url: string): string {
  const { code, message } = error as { code?: string; message?: string };
  const server = describeDatabaseUrl(url);
  switch (code) {
    case "ECONNREFUSED":
    case "ENOENT":
      return `The database at ${server} doesn't respond. Start it, or check DATABASE_URL.`;
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return `The host in DATABASE_URL (${server}) can't be resolved. Check DATABASE_URL.`;
    case "28P01":
    case "28000":
      return `The database at ${server} rejected the username or password. Check DATABASE_URL.`;
    case "3D000":
      return `The database at ${server} doesn't exist. Create it (createdb), or check DATABASE_URL.`;
    case "57P03":
      return `The database at ${server} is starting or shutting down. Please try again in a moment.`;
    case "53300":
      return `The database at ${server} has no free connections. Raise max_connections, or stop other programs.`;
    default:
      return `Can't use the database at ${server}: ${message ?? String(error)}`;
  }
}

/** Returns the server and the database of a connection string, without the password. */
export function describeDatabaseUrl(url: string): string {
  const { hostname, port, pathname, searchParams } = new URL(url);
  return `${searchParams.get("host") ?? hostname}:${port || 5432}${pathname}`;
}
