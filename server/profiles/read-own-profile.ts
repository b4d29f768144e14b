import { eq } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { AppError } from "#core/errors.ts";
import type { ProfileDeps } from "./deps.ts";
import { profiles } from "./tables.ts";

/** Throws AppError: not_signed_in. */
export async function readOwnProfile({ database }: ProfileDeps, viewer: Viewer) {
  if (!viewer) throw new AppError("not_signed_in");
  const [row] = await database.db
    .select({ username: profiles.username, bio: profiles.bio, avatarUrl: profiles.avatarUrl })
    .from(profiles)
    .where(eq(profiles.id, viewer.id));
  if (!row) throw new AppError("not_signed_in");
  return row;
}
