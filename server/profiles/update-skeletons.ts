import type pg from "pg";
import { toUsernameSkeleton } from "./username-skeleton.ts";

/** Skeletons no longer contain these characters, so a row with one was written by an earlier version. */
const OUTDATED = "[_q345789]";

interface Row {
  readonly name: string;
  readonly skeleton: string;
  readonly folded: string | null;
}

/**
 * Updates the keys stored by an earlier version to the current rule (docs/decisions/009). Members whose names have
 * become look-alikes keep them: an update to a key that another row already has is skipped. Returns the count of
 * updated keys.
 */
export async function updateSkeletons(pool: pg.Pool): Promise<number> {
  const profiles = await updateTable(pool, "profiles", "username", "true");
  // The names themselves aren't stored there. Released names may share a skeleton.
  const released = await updateTable(
    pool,
    "released_usernames",
    "username_skeleton",
    "other.username_folded is not distinct from $3",
  );
  return profiles + released;
}

/** `clash`: when another row with the same skeleton violates the table's key. */
async function updateTable(pool: pg.Pool, table: string, nameColumn: string, clash: string): Promise<number> {
  const { rows } = await pool.query<Row>(
    `select ${nameColumn} as name, username_skeleton as skeleton, username_folded as folded from public.${table}
     where username_skeleton ~ $1`,
    [OUTDATED],
  );
  let updated = 0;
  for (const { name, skeleton, folded } of rows) {
    const { rowCount } = await pool.query(
      `update public.${table} set username_skeleton = $2
       where username_skeleton = $1 and username_folded is not distinct from $3 and not exists (
         select from public.${table} other where other.username_skeleton = $2 and ${clash})`,
      [skeleton, toUsernameSkeleton(name), folded],
    );
    updated += rowCount ?? 0;
  }
  return updated;
}
