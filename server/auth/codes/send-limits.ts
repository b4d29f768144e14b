import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { AuthError } from "#core/accounts/auth-errors.ts";
import type { Tx } from "#server/database/index.ts";
import { toAddressGroup } from "#server/platform/client-address.ts";
import type { AuthDeps, ClientInfo } from "../deps.ts";
import { hasQueued } from "./queue-code.ts";
import {
  type Budget,
  type Medium,
  SEND_REFUSALS,
  type SendAllowance,
  takeSendAllowance,
} from "./send-allowance.ts";

/** Messages that share a clock must be spaced apart. */
export type MessageClock = "confirmation" | "recovery" | "email_change" | "reauthentication" | TextClock;
type TextClock = "sms" | "phone_change" | "sms_reauthentication";

const TEXT_CLOCKS: ReadonlySet<MessageClock> = new Set(["sms", "phone_change", "sms_reauthentication"]);

export interface PlannedMessage {
  readonly clock: MessageClock;
  /** The addresses or numbers (or an account without one) that must wait between two messages. */
  readonly keys: readonly string[];
  /** Which of them the recipient's hourly limit counts. Default: the last. */
  readonly to?: string;
  /** Default: "others". */
  readonly budget?: Budget;
  /**
   * Whether the recipient's account has signed in from this IP address before: then strangers' requests don't
   * count.
   */
  readonly isKnownIp?: boolean;
}

/** withSendLimits for a single message. */
export function withSendLimit<T>(
  auth: AuthDeps,
  message: PlannedMessage,
  from: Pick<ClientInfo, "ip">,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  return withSendLimits(auth, [message], from, work);
}

/**
 * Runs work that may send emails or text messages, in one transaction and within the limits of the client,
 * the recipient and the site (send-allowance.ts) and the minimum time between messages of one kind to one
 * address. Requests count whether or not the address is known, because a refusal would reveal it. The site's
 * hourly budget is charged only for messages that were queued. Throws AuthError: over_email_send_rate_limit,
 * over_sms_send_rate_limit.
 */
export async function withSendLimits<T>(
  auth: AuthDeps,
  messages: readonly PlannedMessage[],
  { ip }: Pick<ClientInfo, "ip">,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const taken: { readonly medium: Medium; readonly allowance: SendAllowance }[] = [];
  const sent = new Set<Medium>();
  let result: T;
  try {
    for (const { clock, keys, to = keys.at(-1) ?? "", budget = "others", isKnownIp = false } of messages) {
      const medium = getMedium(clock);
      const allowance = await takeSendAllowance(auth, { medium, budget, to, ip, isKnownIp });
      taken.push({ medium, allowance });
    }
    result = await auth.database.db.transaction(async (tx) => {
      for (const { clock, keys, isKnownIp } of messages)
        for (const key of [...new Set(keys)].sort())
          await enforceSpacing(auth, tx, clock, isKnownIp ? `${key} ${toAddressGroup(ip)}` : key);
      const done = await work(tx);
      for (const { medium } of taken) if (hasQueued(tx, medium)) sent.add(medium);
      return done;
    });
  } catch (error) {
    for (const { allowance } of taken) await allowance.release();
    throw error;
  }
  for (const { medium, allowance } of taken) if (!sent.has(medium)) await allowance.releaseBudget();
  if (sent.size > 0) auth.mail.wake();
  return result;
}

const getMedium = (clock: MessageClock): Medium => (TEXT_CLOCKS.has(clock) ? "sms" : "mail");

/** Stores a hash, so that the table doesn't list addresses. Of several concurrent requests, one passes. */
async function enforceSpacing(auth: AuthDeps, tx: Tx, clock: MessageClock, key: string): Promise<void> {
  const medium = getMedium(clock);
  const { emailSpacingSeconds, smsSpacingSeconds } = auth.config.auth;
  const spacing = medium === "mail" ? emailSpacingSeconds : smsSpacingSeconds;
  if (spacing === 0) return;
  const now = auth.clock.now();
  const latest = new Date(now.getTime() - spacing * 1000);
  const digest = createHash("sha256").update(`${clock}\n${key}`).digest();
  const { rowCount } = await tx.execute(sql`
    insert into auth.mail_spacing (key, asked_at) values (${digest}, ${now.toISOString()})
    on conflict (key) do update set asked_at = excluded.asked_at
    where mail_spacing.asked_at <= ${latest.toISOString()}::timestamptz`);
  if (rowCount === 0) {
    const { rows } = await tx.execute<{ asked_at: Date | string }>(
      sql`select asked_at from auth.mail_spacing where key = ${digest}`,
    );
    const waited = now.getTime() - new Date(rows[0]?.asked_at ?? now).getTime();
    const left = Math.max(1, Math.ceil(spacing - waited / 1000));
    throw new AuthError(SEND_REFUSALS[medium], {
      message: `For security purposes, you can only request this after ${left} seconds.`,
    });
  }
}
