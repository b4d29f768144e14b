import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { EmbeddedPostgres } from "#server/database/embedded/index.ts";
import { type DatabaseProxy, startDatabaseProxy } from "#server/testing/database-proxy.ts";
import { startReplica } from "#server/testing/replica.ts";
import { runStatement } from "../databases.ts";
import { findPostmaster, freeze, OUTAGE_MS, waitForDatabase } from "./servers.ts";

/** A streaming replica that programs reach through a proxy. */
export interface FaultyReplica {
  readonly proxy: DatabaseProxy;
  /** The connection string of the replica itself, not of the proxy. */
  getUrl(): string;
  /** Replaces the replica with a new copy of the primary database, behind the same proxy. */
  replace(): Promise<void>;
  stop(): Promise<void>;
}

export async function startFaultyReplica(
  primary: { readonly url: string; readonly dataDir: string },
  parentFolder: string,
  options: { readonly sharedFolder: string; readonly settings: Readonly<Record<string, string>> },
): Promise<FaultyReplica> {
  let count = 0;
  const start = async (): Promise<EmbeddedPostgres & { folder: string }> => {
    count += 1;
    const folder = join(parentFolder, `replica-${count}`);
    return { ...(await startReplica(primary, { ...options, folder })), folder };
  };
  let replica = await start();
  const proxy = await startDatabaseProxy(replica.url);
  return {
    proxy,
    getUrl: () => replica.url,
    async replace() {
      await replica.stop();
      rmSync(replica.folder, { recursive: true, force: true });
      replica = await start();
      proxy.setTarget(replica.url);
    },
    async stop() {
      await proxy.close();
      await replica.stop();
    },
  };
}

/** Faults of the replica. Each is repaired by the time its promise resolves. */
export const REPLICA_FAULTS: Readonly<Record<string, (replica: FaultyReplica) => Promise<void>>> = {
  "the replica is killed": async (replica) => {
    process.kill(await findPostmaster(replica.getUrl()), "SIGKILL");
    await waitForDatabase(replica.getUrl());
  },
  "the replica hangs for a while": async (replica) => {
    await freeze(await findPostmaster(replica.getUrl()));
  },
  "the replica stops replaying for a while": async (replica) => {
    await runStatement(replica.getUrl(), "select pg_wal_replay_pause()");
    await sleep(OUTAGE_MS);
    await runStatement(replica.getUrl(), "select pg_wal_replay_resume()");
  },
  "the replica is disconnected for a while": async ({ proxy }) => {
    proxy.disconnect();
    await sleep(OUTAGE_MS);
    proxy.restore();
  },
  "the replica doesn't respond for a while": async ({ proxy }) => {
    proxy.freeze();
    await sleep(OUTAGE_MS);
    proxy.disconnect();
    proxy.restore();
  },
  "the replica is promoted, and later replaced": async (replica) => {
    // Doesn't wait for the promotion, because replayed changes could cancel a long statement.
    await runStatement(replica.getUrl(), "select pg_promote(wait => false)");
    await sleep(OUTAGE_MS);
    await replica.replace();
  },
};
