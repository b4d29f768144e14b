import { createHash, createHmac, randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import type { LiveDeps } from "./deps.ts";

/** How long someone counts as online after their last activity. */
const ONLINE_MS = 5 * 60_000;
/** The maximum number of people counted per process. */
const ONLINE_MAX = 20_000;
/** The maximum number of keys per IP address. Browsers with the same address and key are counted as one. */
const BROWSERS_PER_ADDRESS_MAX = 200;

/** Tracks who is online in this process. Across processes, `count_online` counts each ID in `live_processes` once. */
export function createPresence({ database, clock }: Pick<LiveDeps, "database" | "clock">) {
  const processId = randomUUID();
  const seenAtByOnlineId = new Map<string, number>();
  // Used until the shared salt is loaded. Keys created with this one expire within five minutes.
  let salt: string = randomUUID();
  /** Caches recent keys, since each takes two digests. */
  const keys = new LRUCache<string, string>({ max: 2_000 });

  function createKey(address: string, userAgent: string): string {
    // User agents can be forged, so an address only gets a limited number of keys.
    const browserNumber =
      createHash("sha256").update(userAgent).digest().readUInt16BE() % BROWSERS_PER_ADDRESS_MAX;
    const digest = createHmac("sha256", salt).update(`${address}\n${browserNumber}`).digest("hex");
    return digest.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
  }

  return {
    /** Returns a visitor's pseudonymous key. */
    getKey(address: string, userAgent: string) {
      const browser = `${address}\n${userAgent.slice(0, 500)}`;
      const key = keys.get(browser) ?? createKey(address, userAgent);
      keys.set(browser, key);
      return key;
    },
    markSeen(onlineId: string) {
      if (seenAtByOnlineId.size < ONLINE_MAX || seenAtByOnlineId.has(onlineId))
        seenAtByOnlineId.set(onlineId, clock.now().getTime());
    },
    /** Removes the key of a visitor who turned out to be a member. */
    remove(onlineId: string) {
      seenAtByOnlineId.delete(onlineId);
    },
    async save() {
      const now = clock.now();
      for (const [onlineId, seenAt] of seenAtByOnlineId)
        if (seenAt <= now.getTime() - ONLINE_MS) seenAtByOnlineId.delete(onlineId);
      await database.db.execute(sql`
        with expired as (
          -- Skips locked rows: after the machine has slept, all processes have expired, and they save at the same time.
          delete from public.live_processes where id in (
            select id from public.live_processes
            where heartbeat_at < ${now.toISOString()}::timestamptz - interval '5 minutes' for update skip locked)
        )
        insert into public.live_processes (id, heartbeat_at, online_ids)
        values (${processId}::uuid, ${now.toISOString()}::timestamptz, ${sql.param([...seenAtByOnlineId.keys()])}::uuid[])
        on conflict (id) do update set heartbeat_at = excluded.heartbeat_at, online_ids = excluded.online_ids`);
    },
    async leave() {
      await database.db.execute(sql`delete from public.live_processes where id = ${processId}::uuid`);
    },
    async loadSalt() {
      const { rows } = await database.db.execute<{ salt: string }>(
        sql`select salt from public.live_salt limit 1`,
      );
      if (rows[0]) salt = rows[0].salt;
      keys.clear();
    },
  };
}
