import { and, sql } from "drizzle-orm";
import { POST_IMAGES } from "#core/storage/rules.ts";
import { deleteRows } from "./delete-rows.ts";
import type { StorageDeps } from "./deps.ts";
import { isOwnedBy } from "./list-member-files.ts";
import { objects } from "./tables.ts";

const BATCH = 200;

/** Call it when the account can no longer upload, and again later for uploads that were still in progress. */
export async function deleteMemberFiles(
  context: StorageDeps,
  userId: string,
  { except = [] }: { except?: readonly string[] } = {},
): Promise<number> {
  const notExcepted = sql`not (${objects.bucketId} = ${POST_IMAGES} and ${objects.name} = any (${sql.param([...except])}::text[]))`;
  const condition = and(isOwnedBy(userId), notExcepted);
  for (let deleted = 0; ; ) {
    const { length } = await deleteRows(context, condition, BATCH);
    deleted += length;
    if (length < BATCH) return deleted;
  }
}
