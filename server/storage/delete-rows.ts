import { inArray, type SQL } from "drizzle-orm";
import type { StorageDeps } from "./deps.ts";
import { type ObjectRow, objects } from "./tables.ts";
import { deleteFiles } from "./write-object.ts";

/** Deletes at most `most` matching rows, then their files. Returns the rows. */
export async function deleteRows(
  context: StorageDeps,
  which: SQL | undefined,
  most: number,
): Promise<ObjectRow[]> {
  const { db } = context.database;
  const chosen = db.select({ id: objects.id }).from(objects).where(which).orderBy(objects.name).limit(most);
  const gone = await db.delete(objects).where(inArray(objects.id, chosen)).returning();
  for (const { file, thumbnailFile } of gone) await deleteFiles(context, [file, thumbnailFile]);
  return gone;
}
