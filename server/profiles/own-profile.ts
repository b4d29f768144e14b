import { eq } from "drizzle-orm";
import { parseBio } from "#core/accounts/bio.ts";
import type { Viewer } from "#core/accounts/member.ts";
import { AppError } from "#core/errors.ts";
import type { Database } from "#server/database/index.ts";
import type { RateLimits } from "#server/platform/rate-limit.ts";
import type { Crop, Storage } from "#server/storage/index.ts";
import { profiles } from "./tables.ts";

export interface ProfileDeps {
  readonly database: Database;
  readonly limits: RateLimits;
  readonly storage: Pick<Storage, "uploadAvatar" | "removeAvatar">;
}

const BIO_CHANGES = { points: 30, durationSeconds: 60 * 60 } as const;

export interface OwnProfile {
  readonly username: string;
  readonly bio: string;
  readonly avatarUrl: string | null;
}

/** The member's profile as the settings show it. Throws AppError("not_signed_in"). */
export async function readOwnProfile({ database }: ProfileDeps, viewer: Viewer): Promise<OwnProfile> {
  if (!viewer) throw new AppError("not_signed_in");
  const [row] = await database.db
    .select({ username: profiles.username, bio: profiles.bio, avatarUrl: profiles.avatarUrl })
    .from(profiles)
    .where(eq(profiles.id, viewer.id));
  if (!row) throw new AppError("not_signed_in");
  return row;
}

/** Keeps what the member says of themselves. Throws AppError: not_signed_in, invalid_input (with fields), too_many_requests. */
export async function changeBio(
  { database, limits }: ProfileDeps,
  viewer: Viewer,
  given: string,
): Promise<string> {
  if (!viewer) throw new AppError("not_signed_in");
  const parsed = parseBio(given);
  if ("problem" in parsed) throw new AppError("invalid_input", { fields: { bio: parsed.problem } });
  const { allowed } = await limits.consume("profiles.bio", viewer.id, BIO_CHANGES);
  if (!allowed) throw new AppError("too_many_requests");
  await database.db.update(profiles).set({ bio: parsed.bio }).where(eq(profiles.id, viewer.id));
  return parsed.bio;
}

/**
 * Makes a picture, or a square of it, the member's avatar. Throws AppError("not_signed_in") and the storage's own
 * refusals, with a sentence for the person (storage.refusalOf).
 */
export async function changeAvatar(
  { database, storage }: ProfileDeps,
  viewer: Viewer,
  bytes: Uint8Array | AsyncIterable<Uint8Array>,
  crop?: Crop,
): Promise<string> {
  const { url } = await storage.uploadAvatar(viewer, bytes, crop);
  if (!viewer) throw new AppError("not_signed_in");
  await database.db.update(profiles).set({ avatarUrl: url }).where(eq(profiles.id, viewer.id));
  return url;
}

/** Back to the picture that is drawn from the name. Throws AppError("not_signed_in"). */
export async function removeAvatar({ database, storage }: ProfileDeps, viewer: Viewer): Promise<void> {
  if (!viewer) throw new AppError("not_signed_in");
  // The address first: a page never names a file that is gone.
  await database.db.update(profiles).set({ avatarUrl: null }).where(eq(profiles.id, viewer.id));
  await storage.removeAvatar(viewer);
}
