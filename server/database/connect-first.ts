import pg from "pg";
import { StartError } from "#server/platform/start-error.ts";

/** Why the program cannot start on this database, in one sentence for the operator. */
class DatabaseStartError extends StartError {
  override readonly name = "DatabaseStartError";
}

const OLDEST = 150000;

/**
 * The first connection of a start. Throws DatabaseStartError with what is wrong: not reachable, refused, missing,
 * too old. The password never appears.
 */
export async function connectFirst(url: string): Promise<pg.Client> {
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
    if (version && version.version < OLDEST) {
      throw new DatabaseStartError(
        `The database at ${place(url)} is PostgreSQL ${version.text}; 15 or newer is needed.`,
      );
    }
    return client;
  } catch (error) {
    await client.end().catch(() => {});
    if (error instanceof DatabaseStartError) throw error;
    throw new DatabaseStartError(explain(error, url), { cause: error });
  }
}

function explain(error: unknown, url: string): string {
  const { code, message } = error as { code?: string; message?: string };
  const where = place(url);
  switch (code) {
    case "ECONNREFUSED":
    case "ENOENT":
      return `No database answers at ${where}: start it, or correct DATABASE_URL.`;
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return `The database's host in DATABASE_URL (${where}) is not known: correct it.`;
    case "28P01":
    case "28000":
      return `The database at ${where} refuses this user or password: correct DATABASE_URL.`;
    case "3D000":
      return `The database at ${where} does not exist: create it (createdb), or correct DATABASE_URL.`;
    case "57P03":
      return `The database at ${where} is still starting or stopping: try again in a moment.`;
    case "53300":
      return `The database at ${where} has no connection left: raise its max_connections or stop other programs.`;
    default:
      return `The database at ${where} cannot be used: ${message ?? String(error)}`;
  }
}

function place(url: string): string {
  const { hostname, port, pathname, searchParams } = new URL(url);
  return `${searchParams.get("host") ?? hostname}:${port || 5432}${pathname}`;
}
