import { sql } from "drizzle-orm";
import { NOTIFICATION_KINDS, type NotificationPreference } from "#core/notifications/kinds.ts";
import type { NotificationDeps } from "./deps.ts";
import { loadPreferences, upsertPreferences } from "./preferences.ts";

const PURPOSE = "notifications unsubscribe";

/** Builds the link in an email that turns off these emails. */
export function buildUnsubscribeLink(
  { signedIds, publicUrl }: Pick<NotificationDeps, "signedIds" | "publicUrl">,
  memberId: string,
): string {
  return `${publicUrl}/notifications/unsubscribe?token=${signedIds.sign(PURPOSE, memberId)}`;
}

/** Returns the member id of a token; null if it is invalid. */
export function verifyUnsubscribeToken(
  { signedIds, clock }: Pick<NotificationDeps, "signedIds" | "clock">,
  token: string,
): string | null {
  return signedIds.verify(PURPOSE, token, clock.now());
}

/**
 * Turns off notification emails; notifications remain on the site. Works without signing in and is idempotent.
 * Returns whether the token is valid.
 */
export async function unsubscribe(deps: NotificationDeps, token: string): Promise<boolean> {
  const memberId = verifyUnsubscribeToken(deps, token);
  if (memberId === null) return false;
  await deps.database.db.transaction(async (tx) => {
    const { rows } = await tx.execute(sql`
      select from public.profiles where id = ${memberId}::uuid for key share`);
    // The member has left.
    if (rows.length === 0) return;
    const preferences = await loadPreferences(tx, memberId);
    const emailed = NOTIFICATION_KINDS.filter((kind) => preferences[kind] === "email");
    await upsertPreferences(
      tx,
      memberId,
      Object.fromEntries(emailed.map((kind) => [kind, "site" satisfies NotificationPreference])),
    );
  });
  return true;
}
