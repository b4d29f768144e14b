import { eq } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { AppError } from "#core/errors.ts";
import type { Crop } from "#server/storage/index.ts";
import type { ProfileDeps } from "./deps.ts";
import { profiles } from "./tables.ts";

/** Changes the member's avatar and returns its URL. Throws not_signed_in, and the errors of storage.uploadAvatar. */
export async function changeAvatar(
  { database, storage }: ProfileDeps,
  viewer: Viewer,
  image: Uint8Array,
  crop?: Crop,
): Promise<string> {
  if (!viewer) throw new AppError("not_signed_in");
  const { url } = await storage.uploadAvatar(viewer, image, crop);
  await database.db.update(profiles).set({ avatarUrl: url }).where(eq(profiles.id, viewer.id));
  return url;
}

/** Idempotent. Throws AppError: not_signed_in. */
export async function removeAvatar({ database, storage }: ProfileDeps, viewer: Viewer): Promise<void> {
  if (!viewer) throw new AppError("not_signed_in");
  // Removes the URL first, so that no page links to a deleted file.
  await database.db.update(profiles).set({ avatarUrl: null }).where(eq(profiles.id, viewer.id));
  await storage.removeAvatar(viewer);
}
