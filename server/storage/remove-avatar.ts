import { and, eq, sql } from "drizzle-orm";
import type { Member } from "#core/accounts/member.ts";
import { AppError } from "#core/errors.ts";
import { AVATARS } from "#core/storage/rules.ts";
import type { StorageContext } from "./context.ts";
import { deleteRows } from "./delete-rows.ts";
import { objects } from "./tables.ts";

const MOST = 200;

/**
 * Removes the member's avatar and whatever else lies under the own id in that bucket. Taking its address out of the
 * profile is the caller's, before. Throws AppError("not_signed_in").
 */
export async function removeAvatar(
  context: StorageContext,
  viewer: Pick<Member, "id"> | null,
): Promise<void> {
  if (!viewer) throw new AppError("not_signed_in");
  const which = and(eq(objects.bucketId, AVATARS), sql`starts_with(${objects.name}, ${`${viewer.id}/`})`);
  while ((await deleteRows(context, which, MOST)).length === MOST);
}
