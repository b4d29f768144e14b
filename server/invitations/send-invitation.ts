import type { Member } from "#core/accounts/member.ts";
import { AppError } from "#core/errors.ts";
import type { Tx } from "#server/database/index.ts";
import type { InvitationDeps } from "./deps.ts";
import { buildLink } from "./tokens.ts";

const SECONDS_PER_DAY = 24 * 60 * 60;
const SENDER_LIMIT = { points: 100, durationSeconds: SECONDS_PER_DAY } as const;
/** Shared by all senders, so that together they can't flood one address with invitations. */
const RECIPIENT_LIMIT = { points: 3, durationSeconds: SECONDS_PER_DAY } as const;

/**
 * Runs a transaction that queues an email, after counting the email toward the limits of the sender, the recipient and
 * the site. If the transaction fails, only the sender's limit still counts it. Throws AppError("too_many_requests"),
 * AuthError("over_email_send_rate_limit").
 */
export async function withEmailAllowance(
  { database, limits, auth, mailer }: InvitationDeps,
  viewer: Member,
  email: string,
  run: (tx: Tx) => Promise<void>,
): Promise<void> {
  const sender = await limits.consume("invitations.sender", viewer.id, SENDER_LIMIT);
  // Checked first, so that a sender over their limit doesn't use up the recipient's.
  if (!sender.allowed) throw new AppError("too_many_requests");
  const recipient = await limits.consume("invitations.recipient", email, RECIPIENT_LIMIT);
  if (!recipient.allowed) throw new AppError("too_many_requests");
  try {
    const allowance = await auth.consumeInvitationAllowance({ isFromAdmin: viewer.role === "admin" });
    try {
      await database.db.transaction(run);
      mailer.wake();
    } catch (error) {
      await allowance.refund();
      throw error;
    }
  } catch (error) {
    await limits.refund("invitations.recipient", email, RECIPIENT_LIMIT);
    throw error;
  }
}

interface InvitationEmail {
  readonly email: string | null;
  readonly days: number;
  readonly token: string;
  readonly isFromAdmin: boolean;
}

export async function emailInvitation(
  { mailer, publicUrl }: InvitationDeps,
  tx: Tx,
  { email, days, token, isFromAdmin }: InvitationEmail,
): Promise<void> {
  if (email === null) throw new Error("this invitation has no email address");
  await mailer.queue(tx, {
    kind: "invitation",
    to: email,
    link: buildLink(publicUrl, token),
    days,
    isFromAdmin,
  });
}
