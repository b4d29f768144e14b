import { sql } from "drizzle-orm";
import { NOTIFICATION_KINDS, type NotificationChoice } from "#core/notifications/kinds.ts";
import { keepChoices, readChoicesOf } from "./choices.ts";
import type { NotificationDeps } from "./deps.ts";

const PURPOSE = "notifications unsubscribe";

/** The address in a mail that ends such mails to this member. */
export function unsubscribeLink(
  { signedIds, publicUrl }: Pick<NotificationDeps, "signedIds" | "publicUrl">,
  memberId: string,
): string {
  return `${publicUrl}/notifications/unsubscribe?token=${signedIds.write(PURPOSE, memberId)}`;
}

/** Whose token it is; null for what was not written here. */
export function readUnsubscribeToken(
  { signedIds, clock }: Pick<NotificationDeps, "signedIds" | "clock">,
  token: string,
): string | null {
  return signedIds.read(PURPOSE, token, clock.now());
}

/**
 * Ends the mails: what was told by mail is told on the site alone. Nobody need be signed in, and a second time changes
 * nothing. Whether the token was a good one.
 */
export async function unsubscribe(deps: NotificationDeps, token: string): Promise<boolean> {
  const memberId = readUnsubscribeToken(deps, token);
  if (memberId === null) return false;
  await deps.database.db.transaction(async (tx) => {
    const { rows } = await tx.execute(sql`
      select from public.profiles where id = ${memberId}::uuid for key share`);
    // Whoever has left gets no mails either.
    if (rows.length === 0) return;
    const choices = await readChoicesOf(tx, memberId);
    const mailed = NOTIFICATION_KINDS.filter((kind) => choices[kind] === "mail");
    await keepChoices(
      tx,
      memberId,
      Object.fromEntries(mailed.map((kind) => [kind, "site" satisfies NotificationChoice])),
    );
  });
  return true;
}
