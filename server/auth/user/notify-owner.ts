import type { Tx } from "#server/database/index.ts";
import type { SecurityAlertEmail } from "#server/email/index.ts";
import type { AuthDeps } from "../deps.ts";
import type { UserRow } from "../tables.ts";

type WithoutRecipient<E> = E extends SecurityAlertEmail ? Omit<E, "to"> : never;
type Owner = Pick<UserRow, "email" | "emailConfirmedAt" | "ssoEmail">;

/**
 * Emails the owner about a change to how they sign in, or about a sign-in on a new device. The email is queued in the
 * caller's transaction and doesn't count toward the site's limit. Accounts without a confirmed email address get none.
 */
export async function notifyOwner(
  { mailer }: AuthDeps,
  tx: Tx,
  owner: Owner,
  alert: WithoutRecipient<SecurityAlertEmail>,
): Promise<void> {
  const to = (owner.emailConfirmedAt ? owner.email : null) ?? owner.ssoEmail;
  if (to !== null) await mailer.queue(tx, { ...alert, to });
}

/** Runs work in a transaction, and then sends the emails and text messages that it has queued. */
export async function runWithMessages<T>({ database, mailer }: AuthDeps, work: (tx: Tx) => Promise<T>) {
  const result = await database.db.transaction(work);
  mailer.wake();
  return result;
}
