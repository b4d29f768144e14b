import { inArray, type SQL } from "drizzle-orm";
import type { StorageDeps } from "./deps.ts";
import { objects } from "./tables.ts";
import { deleteFiles } from "./write-object.ts";

/** Deletes at most `limit` matching rows, then their files. Returns the deleted rows. */
export async function deleteRows(deps: StorageDeps, condition: SQL | undefined, limit: number) {
  const { db } = deps.database;
  const selectedIds = db
    .select({ id: objects.id })
    .from(objects)
    .where(condition)
    .orderBy(objects.name)
    .limit(limit);
  const deletedRows = await db.delete(objects).where(inArray(objects.id, selectedIds)).returning();
  await Promise.all(deletedRows.map(({ file, thumbnailFile }) => deleteFiles(deps, [file, thumbnailFile])));
  return deletedRows;
}
