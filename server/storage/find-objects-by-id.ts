import { inArray } from "drizzle-orm";
import type { StorageDeps } from "./deps.ts";
import { objects } from "./tables.ts";

/** Leaves out deleted ones. */
export async function findObjectsById({ database }: StorageDeps, ids: readonly (string | null)[]) {
  const presentIds = ids.filter((id) => id !== null);
  if (presentIds.length === 0) return new Map();
  const rows = await database.db.select().from(objects).where(inArray(objects.id, presentIds));
  return new Map(rows.map((row) => [row.id, row]));
}
