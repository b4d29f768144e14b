import type { ChildProcess } from "node:child_process";
import { chownSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { buildConnectionString } from "./endpoint.ts";
import { launchServer, type Server } from "./launch-server.ts";
import { stopServer } from "./stop-server.ts";

const WRONG_PASSWORD = "28P01";
const NO_SUCH_DATABASE = "3D000";

/**
 * Ensures that a launched server accepts the password and has the database `lattice`. Returns the server's process,
 * which may be a new one.
 */
export async function prepareDatabase(server: Server, launchedProcess: ChildProcess, password: string) {
  let child = launchedProcess;
  try {
    let outcome = await tryQuery(server, password, "lattice", "select 1");
    if (outcome === WRONG_PASSWORD) {
      server.print(
        "The password file does not match the database. Changing the database's password to match.",
      );
      await stopServer(child.pid as number, server.binaries);
      await setPassword(server, password);
      child = await launchServer(server);
      outcome = await tryQuery(server, password, "lattice", "select 1");
    }
    if (outcome === NO_SUCH_DATABASE) {
      outcome = await tryQuery(server, password, "postgres", "create database lattice");
    }
    if (outcome !== "done") throw new Error(`PostgreSQL responded with ${outcome}`);
    return child;
  } catch (error) {
    if (child.exitCode === null && child.signalCode === null) {
      await stopServer(child.pid as number, server.binaries);
    }
    throw error;
  }
}

/** Sets the password through a server that briefly accepts local connections without a password. */
async function setPassword(server: Server, password: string): Promise<void> {
  const { directory } = server.endpoint;
  const hba = join(directory ?? server.cluster, "open.conf");
  writeFileSync(hba, directory ? "local all lattice trust\n" : "host all lattice 127.0.0.1/32 trust\n");
  try {
    if (server.account) chownSync(hba, server.account.uid, server.account.gid);
    const unprotectedServer = await launchServer(server, hba);
    try {
      await tryQuery(
        server,
        password,
        "postgres",
        `alter role lattice password ${pg.escapeLiteral(password)}`,
      );
    } finally {
      await stopServer(unprotectedServer.pid as number, server.binaries);
    }
  } finally {
    rmSync(hba, { force: true });
  }
}

async function tryQuery(server: Server, password: string, database: string, sql: string): Promise<string> {
  const client = new pg.Client({
    connectionString: buildConnectionString(server.endpoint, password, database),
  });
  try {
    await client.connect();
    await client.query(sql);
    return "done";
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === WRONG_PASSWORD || code === NO_SUCH_DATABASE) return code;
    throw error;
  } finally {
    await client.end().catch(() => {});
  }
}
