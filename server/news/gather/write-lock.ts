import { sql } from "drizzle-orm";
import type { Tx } from "#server/database/index.ts";
import { ADVISORY_LOCKS } from "#server/platform/advisory-locks.ts";

/**
 * One writer of gathered news at a time, until its transaction ends: two sources that know the same articles, or a
 * picture that comes while its article does, would else wait in a circle or miss each other. A write takes milliseconds.
 */
export async function lockNewsWrites(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.newsWrites})`);
}
