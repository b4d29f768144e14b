import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#server/database/index.ts";
import { toUsernameSkeleton } from "./username-skeleton.ts";

/** Current skeletons don't contain these characters, so a skeleton with any of them is from an earlier version. */
const OUTDATED_PATTERN = "[_q345789]";

interface Row extends Record<string, unknown> {
  readonly name: string;
  readonly skeleton: string;
  readonly folded: string | null;
}

/**
 * Updates the skeletons stored by an earlier version to the current rule (docs/decisions/009). Members whose names have
 * become lookalikes don't lose them: an update to a skeleton that another row already has is skipped. Returns the
 * number of updated skeletons.
 */
export async function updateSkeletons(db: Db): Promise<number> {
  const profileCount = await updateTable(db, {
    table: sql`public.profiles`,
    name: sql`username`,
    isTaken: () => sql`true`,
  });
  const releasedCount = await updateTable(db, {
    table: sql`public.released_usernames`,
    // The table doesn't store the names themselves. Released names may share a skeleton.
    name: sql`username_skeleton`,
    isTaken: (folded) => sql`other.username_folded is not distinct from ${folded}`,
  });
  return profileCount + releasedCount;
}

interface SkeletonTable {
  readonly table: SQL;
  readonly name: SQL;
  /** Whether the row `other`, which already has the new skeleton, conflicts with the update. */
  isTaken(folded: string | null): SQL;
}

async function updateTable(db: Db, { table, name: nameColumn, isTaken }: SkeletonTable): Promise<number> {
  const { rows } = await db.execute<Row>(sql`
    select ${nameColumn} as name, username_skeleton as skeleton, username_folded as folded from ${table}
    where username_skeleton ~ ${OUTDATED_PATTERN}`);
  let updatedCount = 0;
  for (const { name, skeleton, folded } of rows) {
    const currentSkeleton = toUsernameSkeleton(name);
    const { rowCount } = await db.execute(sql`
      update ${table} set username_skeleton = ${currentSkeleton}
      where username_skeleton = ${skeleton} and username_folded is not distinct from ${folded}
        and not exists (select from ${table} other where other.username_skeleton = ${currentSkeleton} and ${isTaken(folded)})`);
    updatedCount += rowCount ?? 0;
  }
  return updatedCount;
}
