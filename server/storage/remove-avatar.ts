import { and, eq, sql } from "drizzle-orm";
import type { Member } from "#core/accounts/member.ts";
import { AppError } from "#core/errors.ts";
import { AVATARS } from "#core/storage/rules.ts";
import { deleteRows } from "./delete-rows.ts";
import type { StorageDeps } from "./deps.ts";
import { objects } from "./tables.ts";

const BATCH = 200;

/**
 * Deletes the member's avatar and any other files under their id in the avatar bucket. The caller must first
 * remove its URL from the profile. Throws AppError("not_signed_in").
 */
export async function removeAvatar(context: StorageDeps, viewer: Pick<Member, "id"> | null): Promise<void> {
  if (!viewer) throw new AppError("not_signed_in");
  const condition = and(eq(objects.bucketId, AVATARS), sql`starts_with(${objects.name}, ${`${viewer.id}/`})`);
  while ((await deleteRows(context, condition, BATCH)).length === BATCH);
}
