import { sql } from "drizzle-orm";
import { AppError } from "#core/errors.ts";
import { NOTIFICATION_KINDS, type NotificationPreference } from "#core/notifications/kinds.ts";
import type { NotificationDeps } from "./deps.ts";
import { loadPreferences, upsertPreferences } from "./preferences.ts";

const PURPOSE = "notifications unsubscribe";

export function buildUnsubscribeLink({ signedIds, publicUrl }: NotificationDeps, memberId: string): string {
  return `${publicUrl}/notifications/unsubscribe?token=${signedIds.sign(PURPOSE, memberId)}`;
}

/** Returns the member's ID, or null if the token isn't valid. */
export function verifyUnsubscribeToken({ signedIds, clock }: NotificationDeps, token: string): string | null {
  return signedIds.verify(PURPOSE, token, clock.now());
}

/** Turns off notification emails. Works without signing in, and is idempotent. Throws AppError: link_not_valid. */
export async function unsubscribe(deps: NotificationDeps, token: string): Promise<void> {
  const memberId = verifyUnsubscribeToken(deps, token);
  if (memberId === null) throw new AppError("link_not_valid");
  await deps.database.db.transaction(async (tx) => {
    const { rows } = await tx.execute(sql`
      select from public.profiles where id = ${memberId}::uuid for key share`);
    if (rows.length === 0) return;
    const preferences = await loadPreferences(tx, memberId);
    const emailedKinds = NOTIFICATION_KINDS.filter((kind) => preferences[kind] === "email");
    await upsertPreferences(
      tx,
      memberId,
      Object.fromEntries(emailedKinds.map((kind) => [kind, "site" satisfies NotificationPreference])),
    );
  });
}
