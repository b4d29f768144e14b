import { createHash, createHmac, randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import type { LiveDeps } from "./deps.ts";

/** How long somebody counts as here after the last sign of them. */
const HERE_MS = 5 * 60_000;
/** Visitors that one program keeps in mind: beyond it new ones are not counted until others have left. */
const PEOPLE_MOST = 20_000;
/** An office or a school; beyond it some count as one. */
const BROWSERS_OF_ADDRESS = 200;

export interface Presence {
  /** A visitor's key: of the address and the browser's own name, so that it leads back to nobody. */
  keyOf(address: string, userAgent: string): string;
  seen(person: string): void;
  /** Forgets a visitor who is known as a member now. */
  forget(person: string): void;
  /** Writes down whom this program has seen, for all programs to count: one statement. */
  beat(): Promise<void>;
  /** This program counts no more. */
  leave(): Promise<void>;
  /** Reads what keys are made with. */
  begin(): Promise<void>;
}

/** Whom this program has seen in the last minutes, in `live_programs`; `count_online` counts everybody once. */
export function createPresence({ database, clock }: Pick<LiveDeps, "database" | "clock">): Presence {
  const id = randomUUID();
  const people = new Map<string, number>();
  // Until the shared one is read: such keys last five minutes at most.
  let salt: string = randomUUID();
  /** Of who asked lately, and will again: each takes two digests. */
  const keys = new LRUCache<string, string>({ max: 2_000 });

  function makeKey(address: string, userAgent: string): string {
    // A browser may call itself anything: one address has only so many keys.
    const browser = createHash("sha256").update(userAgent).digest().readUInt16BE() % BROWSERS_OF_ADDRESS;
    const digest = createHmac("sha256", salt).update(`${address}\n${browser}`).digest("hex");
    return digest.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
  }

  return {
    keyOf(address, userAgent) {
      const browser = `${address}\n${userAgent.slice(0, 500)}`;
      const key = keys.get(browser) ?? makeKey(address, userAgent);
      keys.set(browser, key);
      return key;
    },
    seen(person) {
      if (people.size < PEOPLE_MOST || people.has(person)) people.set(person, clock.now().getTime());
    },
    forget(person) {
      people.delete(person);
    },
    async beat() {
      const now = clock.now();
      for (const [person, at] of people) if (at <= now.getTime() - HERE_MS) people.delete(person);
      await database.db.execute(sql`
        with gone as (
          delete from public.live_programs where beat_at < ${now.toISOString()}::timestamptz - interval '5 minutes'
        )
        insert into public.live_programs (id, beat_at, people)
        values (${id}::uuid, ${now.toISOString()}::timestamptz, ${sql.param([...people.keys()])}::uuid[])
        on conflict (id) do update set beat_at = excluded.beat_at, people = excluded.people`);
    },
    async leave() {
      await database.db.execute(sql`delete from public.live_programs where id = ${id}::uuid`);
    },
    async begin() {
      const { rows } = await database.db.execute<{ salt: string }>(
        sql`select salt from public.live_salt limit 1`,
      );
      if (rows[0]) salt = rows[0].salt;
      keys.clear();
    },
  };
}
