import { eq } from "drizzle-orm";
import type { Db } from "#server/database/index.ts";
import { checkUsername, profiles } from "#server/profiles/index.ts";

/**
 * A new name out of changed metadata, as it is stored; undefined where there is none. The name that the user has already
 * is not new: one from before a rule on names can stay. Throws AuthError("username_invalid").
 */
export async function readNewUsername(db: Db, userId: string, given: unknown): Promise<string | undefined> {
  if (given === undefined || given === null) return undefined;
  const [profile] = await db
    .select({ username: profiles.username })
    .from(profiles)
    .where(eq(profiles.id, userId));
  if (given === profile?.username) return undefined;
  const username = checkUsername(given);
  return username === profile?.username ? undefined : username;
}
