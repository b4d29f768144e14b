import { eq } from "drizzle-orm";
import { parseBio } from "#core/accounts/bio.ts";
import type { Viewer } from "#core/accounts/member.ts";
import { AppError } from "#core/errors.ts";
import type { ProfileDeps } from "./deps.ts";
import { profiles } from "./tables.ts";

const BIO_LIMIT = { points: 30, durationSeconds: 60 * 60 } as const;

/** Throws AppError: not_signed_in, invalid_input (with fields), too_many_requests. */
export async function changeBio({ database, limits }: ProfileDeps, viewer: Viewer, input: string) {
  if (!viewer) throw new AppError("not_signed_in");
  const parsed = parseBio(input);
  if ("problem" in parsed) throw new AppError("invalid_input", { fieldErrors: { bio: parsed.problem } });
  const { allowed } = await limits.consume("profiles.bio", viewer.id, BIO_LIMIT);
  if (!allowed) throw new AppError("too_many_requests");
  await database.db.update(profiles).set({ bio: parsed.bio }).where(eq(profiles.id, viewer.id));
  return parsed.bio;
}
