import { randomInt } from "node:crypto";
import { eq } from "drizzle-orm";
import { buildDailyCount, countActivity } from "#server/analytics/index.ts";
import type { Tx } from "#server/database/index.ts";
import { anonymizeReleasedUsernames, reserveFormerUsername } from "./released-usernames.ts";
import { replaceUsername } from "./rename-profile.ts";
import { profiles } from "./tables.ts";

/** Removes everything that identifies the member. Their usernames stay reserved, without a link to the account. */
export async function anonymizeProfile(tx: Tx, userId: string, now: Date): Promise<void> {
  const previousProfile = await replaceUsername(tx, userId, `deleted_${randomInt(10 ** 11, 10 ** 12)}`);
  if (previousProfile) await reserveFormerUsername(tx, previousProfile.username, userId, now);
  await anonymizeReleasedUsernames(tx, userId);
  await tx.update(profiles).set({ avatarUrl: null, bio: "" }).where(eq(profiles.id, userId));
  await countDeparture(tx, userId);
}

async function countDeparture(tx: Tx, userId: string): Promise<void> {
  const [profile] = await tx
    .select({ joinDate: profiles.joinDate })
    .from(profiles)
    .where(eq(profiles.id, userId));
  if (!profile) return;
  await tx.execute(buildDailyCount("members", profile.joinDate, -1));
  await countActivity(tx, "members_left");
}
