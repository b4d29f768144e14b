import { sql } from "drizzle-orm";
import type { Tx } from "#server/database/index.ts";
import { ADVISORY_LOCKS } from "#server/platform/advisory-locks.ts";

/**
 * Serializes writes to articles. Otherwise sources with the same articles could deadlock or miss each other. A write
 * takes milliseconds.
 */
export async function lockNewsWrites(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.newsWrites})`);
}
