import { randomInt } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import type { Tx } from "#server/database/index.ts";
import { anonymizeReleasedUsernames, releaseUsername } from "./released-usernames.ts";
import { replaceUsername } from "./rename-profile.ts";
import { profiles } from "./tables.ts";

/** Removes everything that identifies the member. Their usernames stay reserved, but for no one in particular. */
export async function anonymizeProfile(tx: Tx, userId: string, now: Date): Promise<void> {
  const previous = await replaceUsername(tx, userId, `deleted_${randomInt(10 ** 11, 10 ** 12)}`);
  if (previous) await releaseUsername(tx, previous.username, userId, now);
  await anonymizeReleasedUsernames(tx, userId);
  await tx.update(profiles).set({ avatarUrl: null, bio: "" }).where(eq(profiles.id, userId));
  await decrementMemberCount(tx, userId);
}

/** Updates the statistics: one member fewer, and one more who left today. */
async function decrementMemberCount(tx: Tx, userId: string): Promise<void> {
  await tx.execute(sql`
    update public.daily_counts set amount = amount - 1
    where name = 'members' and day = (select join_date::date from public.profiles where id = ${userId})`);
  await tx.execute(sql`
    insert into public.activity_pending (day, name, amount)
    values ((now() at time zone 'UTC')::date, 'members_left', 1)`);
}
