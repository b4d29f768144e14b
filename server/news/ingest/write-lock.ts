import { sql } from "drizzle-orm";
import type { Tx } from "#server/database/index.ts";
import { ADVISORY_LOCKS } from "#server/platform/advisory-locks.ts";

/**
 * Serializes writes to articles. Otherwise two sources with the same article could deadlock, or both store it. A write
 * takes milliseconds.
 */
export async function lockNewsWrites(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.newsWrites})`);
}
