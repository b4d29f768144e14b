import { randomInt } from "node:crypto";
import { AuthError } from "#core/accounts/auth-errors.ts";
import { parseUsername, USERNAME_MAX_LENGTH, USERNAME_MIN_LENGTH } from "#core/accounts/username.ts";
import { buildDailyCount } from "#server/analytics/index.ts";
import type { Tx } from "#server/database/index.ts";
import { rejectReservedUsername } from "./released-usernames.ts";
import { isReservedUsername } from "./reserved-username.ts";
import { profiles, userRoles } from "./tables.ts";
import { foldUsername, toUsernameSkeleton } from "./username-skeleton.ts";

export interface NewProfile {
  readonly userId: string;
  /** From checkUsername, or undefined to derive one from the email address. */
  readonly username: string | undefined;
  readonly email: string | null;
  readonly now: Date;
  readonly role?: "user" | "admin";
}

/** Returns the username in its normal form. Throws AuthError: username_invalid. */
export function checkUsername(input: unknown): string {
  if (typeof input !== "string")
    throw new AuthError("username_invalid", { message: "A username must be 3 to 30 characters long." });
  const parsed = parseUsername(input);
  if ("problem" in parsed) throw new AuthError("username_invalid", { message: parsed.problem });
  if (isReservedUsername(parsed.username))
    throw new AuthError("username_invalid", { message: "This username is reserved." });
  return parsed.username;
}

/**
 * Creates a new account's profile and role, and returns the username. After an error, the transaction remains usable,
 * without a profile. Throws AuthError: username_invalid, username_taken (a similar name exists or is reserved).
 */
export async function createProfile(tx: Tx, profile: NewProfile): Promise<string> {
  const username = await insertProfile(tx, profile);
  await tx.insert(userRoles).values({ userId: profile.userId, role: profile.role ?? "user" });
  await tx.execute(buildDailyCount("members", profile.now, 1));
  return username;
}

async function insertProfile(tx: Tx, { userId, username, email, now }: NewProfile): Promise<string> {
  if (username !== undefined) {
    await insertWithUsername(tx, { userId, username, now });
    return username;
  }
  for (const candidate of generateCandidates(email)) {
    try {
      await insertWithUsername(tx, { userId, username: candidate, now });
      return candidate;
    } catch (error) {
      if (!(error instanceof AuthError)) throw error;
    }
  }
  throw new AuthError("username_taken");
}

/** Uses a savepoint, so that a reserved name leaves no profile behind. */
async function insertWithUsername(
  tx: Tx,
  { userId, username, now }: { readonly userId: string; readonly username: string; readonly now: Date },
): Promise<void> {
  await tx.transaction(async (attempt) => {
    const insertedRows = await attempt
      .insert(profiles)
      .values({
        id: userId,
        username,
        usernameSkeleton: toUsernameSkeleton(username),
        usernameFolded: foldUsername(username),
        joinDate: now,
        createdAt: now,
      })
      .onConflictDoNothing()
      .returning({ id: profiles.id });
    if (insertedRows.length === 0) throw new AuthError("username_taken");
    await rejectReservedUsername(attempt, username, { userId, now });
  });
}

/** Derives usernames from the email's local part, with more and more digits. Falls back to "member_" names. */
function* generateCandidates(email: string | null): Generator<string> {
  const localPart = (email ?? "").split("@")[0] ?? "";
  const cleanedPart = localPart
    .replace(/\+.*/, "")
    .replace(/[^a-z0-9_-]+/g, "_")
    .slice(0, USERNAME_MAX_LENGTH - 7)
    .replace(/^[_-]+|(?<![_-])[_-]+$/g, "");
  const base =
    cleanedPart.length >= USERNAME_MIN_LENGTH && !isReservedUsername(cleanedPart) ? cleanedPart : undefined;
  if (base !== undefined) yield base;
  if (base !== undefined) for (const digitCount of [2, 4, 6]) yield `${base}_${generateDigits(digitCount)}`;
  for (const digitCount of [6, 6, 6, 6]) yield `member_${generateDigits(digitCount)}`;
}

const generateDigits = (count: number) => String(randomInt(10 ** (count - 1), 10 ** count));
