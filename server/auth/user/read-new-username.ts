import { eq } from "drizzle-orm";
import type { Db } from "#server/database/index.ts";
import { checkUsername, profiles } from "#server/profiles/index.ts";

/**
 * Returns the normalized username from changed metadata if it is new, otherwise undefined. The current name is never
 * checked, because it may predate the current rules. Throws AuthError("username_invalid").
 */
export async function readNewUsername(db: Db, userId: string, input: unknown): Promise<string | undefined> {
  if (input === undefined || input === null) return undefined;
  const [profile] = await db
    .select({ username: profiles.username })
    .from(profiles)
    .where(eq(profiles.id, userId));
  if (input === profile?.username) return undefined;
  const username = checkUsername(input);
  return username === profile?.username ? undefined : username;
}
