import type { Tx } from "#server/database/index.ts";
import type { Email, TextMessage } from "#server/email/index.ts";
import type { AuthDeps } from "../deps.ts";
import type { Medium } from "./send-allowance.ts";

/** What each transaction has queued, so that only messages actually sent are charged (send-limits.ts). */
const queued = new WeakMap<Tx, Set<Medium>>();

export async function queueEmail(auth: AuthDeps, tx: Tx, email: Email): Promise<void> {
  await auth.mail.queue(tx, email);
  markQueued(tx, "mail");
}

export async function queueText(auth: AuthDeps, tx: Tx, message: TextMessage): Promise<void> {
  await auth.mail.queueText(tx, message);
  markQueued(tx, "sms");
}

export const hasQueued = (tx: Tx, medium: Medium): boolean => queued.get(tx)?.has(medium) ?? false;

function markQueued(tx: Tx, medium: Medium): void {
  queued.set(tx, (queued.get(tx) ?? new Set()).add(medium));
}
