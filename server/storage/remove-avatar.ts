import { and, eq, sql } from "drizzle-orm";
import type { Member } from "#core/accounts/member.ts";
import { AppError } from "#core/errors.ts";
import { AVATARS } from "#core/storage/rules.ts";
import { deleteRows } from "./delete-rows.ts";
import type { StorageDeps } from "./deps.ts";
import { objects } from "./tables.ts";

const BATCH = 200;

/** Deletes everything in the member's folder. The caller first removes the URL from the profile. */
export async function removeAvatar(context: StorageDeps, viewer: Pick<Member, "id"> | null): Promise<void> {
  if (!viewer) throw new AppError("not_signed_in");
  const condition = and(eq(objects.bucketId, AVATARS), sql`starts_with(${objects.name}, ${`${viewer.id}/`})`);
  while ((await deleteRows(context, condition, BATCH)).length === BATCH);
}
