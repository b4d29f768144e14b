import { randomInt } from "node:crypto";
import { sql } from "drizzle-orm";
import { AuthError } from "#core/accounts/auth-errors.ts";
import { parseUsername, USERNAME_MAX_LENGTH, USERNAME_MIN_LENGTH } from "#core/accounts/username.ts";
import type { Tx } from "#server/database/index.ts";
import { profiles, userRoles } from "./tables.ts";
import { foldUsername, isReservedUsername, usernameSkeleton } from "./username-skeleton.ts";

export interface NewProfile {
  readonly userId: string;
  /** As checkUsername returned it, or undefined to have one made from the e-mail address. */
  readonly username: string | undefined;
  readonly email: string | null;
  readonly now: Date;
  readonly role?: "user" | "admin";
}

/** A name as it is kept. Throws AuthError("username_invalid"), or username_taken for a reserved word. */
export function checkUsername(given: unknown): string {
  if (typeof given !== "string")
    throw new AuthError("username_invalid", { message: "A username is a text of 3 to 30 characters." });
  const parsed = parseUsername(given);
  if ("problem" in parsed) throw new AuthError("username_invalid", { message: parsed.problem });
  if (isReservedUsername(parsed.username))
    throw new AuthError("username_invalid", { message: "This username is reserved." });
  return parsed.username;
}

/**
 * Makes the profile row, the role and the count of members for a new account, inside the caller's transaction.
 * Returns the username. Throws AuthError("username_taken") when another name looks like it; of several people who
 * take one look at the same time, one succeeds.
 */
export async function createProfile(tx: Tx, profile: NewProfile): Promise<string> {
  const username = await insertProfile(tx, profile);
  await tx.insert(userRoles).values({ userId: profile.userId, role: profile.role ?? "user" });
  await tx.execute(sql`
    insert into public.daily_counts (name, day, amount)
    values ('members', ${profile.now.toISOString()}::timestamptz::date, 1)
    on conflict (name, day) do update set amount = daily_counts.amount + 1`);
  return username;
}

async function insertProfile(tx: Tx, { userId, username, email, now }: NewProfile): Promise<string> {
  for (const candidate of username === undefined ? candidates(email) : [username]) {
    const made = await tx
      .insert(profiles)
      .values({
        id: userId,
        username: candidate,
        usernameSkeleton: usernameSkeleton(candidate),
        usernameFolded: foldUsername(candidate),
        joinDate: now,
        createdAt: now,
      })
      .onConflictDoNothing()
      .returning({ id: profiles.id });
    if (made.length > 0) return candidate;
  }
  throw new AuthError("username_taken");
}

/** Names to try for somebody who gave none: the part before the @, then with more and more digits. */
function* candidates(email: string | null): Generator<string> {
  const local = (email ?? "").split("@")[0] ?? "";
  const cleaned = local
    .replace(/\+.*$/, "")
    .replace(/[^a-z0-9_-]+/g, "_")
    .slice(0, USERNAME_MAX_LENGTH - 7)
    .replace(/^[_-]+|[_-]+$/g, "");
  const base = cleaned.length >= USERNAME_MIN_LENGTH && !isReservedUsername(cleaned) ? cleaned : undefined;
  if (base !== undefined) yield base;
  for (const digits of [2, 4, 6, 6, 6, 6]) yield `${base ?? "member"}_${randomDigits(digits)}`;
}

const randomDigits = (count: number) => String(randomInt(10 ** (count - 1), 10 ** count));
