import { randomInt } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import type { Tx } from "#server/database/index.ts";
import { forgetReleasedUsernames, releaseUsername } from "./released-usernames.ts";
import { replaceUsername } from "./rename-profile.ts";
import { profiles } from "./tables.ts";

/**
 * Takes from a profile whatever says whose it was; what the member wrote stays under a name that nobody has. The
 * member's names stay reserved, for nobody.
 */
export async function anonymizeProfile(tx: Tx, userId: string, now: Date): Promise<void> {
  const before = await replaceUsername(tx, userId, `deleted_${randomInt(10 ** 11, 10 ** 12)}`);
  if (before) await releaseUsername(tx, before.username, userId, now);
  await forgetReleasedUsernames(tx, userId);
  await tx.update(profiles).set({ avatarUrl: null, bio: "" }).where(eq(profiles.id, userId));
  await uncountMember(tx, userId);
}

/** Takes a member out of the site's figures: of those who are here, and into those who left on this day. */
async function uncountMember(tx: Tx, userId: string): Promise<void> {
  await tx.execute(sql`
    update public.daily_counts set amount = amount - 1
    where name = 'members' and day = (select join_date::date from public.profiles where id = ${userId})`);
  await tx.execute(sql`
    insert into public.activity_added (day, name, amount)
    values ((now() at time zone 'UTC')::date, 'members_left', 1)`);
}
