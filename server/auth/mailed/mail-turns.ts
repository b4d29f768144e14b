import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { AuthError } from "#core/accounts/auth-errors.ts";
import type { Tx } from "#server/database/index.ts";
import type { AuthContext } from "../context.ts";

/** What shares a clock: one of it makes the others wait. */
export type MailClock = "confirmation" | "recovery" | "email_change" | "reauthentication" | TextClock;
type TextClock = "sms" | "phone_change" | "sms_reauthentication";

const BY_TEXT: ReadonlySet<MailClock> = new Set(["sms", "phone_change", "sms_reauthentication"]);

/** `keys` are the addresses or numbers (or an account without one). */
export interface MailTurn {
  readonly clock: MailClock;
  readonly keys: readonly string[];
}

/** The same for one kind of mail. */
export function inMailTurn<T>(
  auth: AuthContext,
  clock: MailClock,
  keys: readonly string[],
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  return inMailTurns(auth, [{ clock, keys }], work);
}

/**
 * Runs what may end in mails or text messages: one transaction, at most one of them in so many seconds for a kind and
 * address, at most so many in an hour for the whole site. Both count the same whether the address is known or not,
 * since a refusal would tell otherwise. Throws AuthError: over_email_send_rate_limit, over_sms_send_rate_limit.
 */
export async function inMailTurns<T>(
  auth: AuthContext,
  turns: readonly MailTurn[],
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const counted: Counted[] = [];
  try {
    for (const { clock } of turns) counted.push(await countMail(auth, mediumOf(clock)));
    const result = await auth.database.db.transaction(async (tx) => {
      for (const { clock, keys } of turns)
        for (const key of [...new Set(keys)].sort()) await takeTurn(auth, tx, clock, key);
      return work(tx);
    });
    if (turns.length > 0) auth.mail.wake();
    return result;
  } catch (error) {
    for (const each of counted) await each.giveBack();
    throw error;
  }
}

type Medium = "mail" | "sms";
interface Counted {
  giveBack(): Promise<void>;
}

const mediumOf = (clock: MailClock): Medium => (BY_TEXT.has(clock) ? "sms" : "mail");
const REFUSALS = { mail: "over_email_send_rate_limit", sms: "over_sms_send_rate_limit" } as const;

/** Counts one of the site's hour. Where addresses need no confirmation, nothing is counted. */
export async function countMail({ config, limits }: AuthContext, medium: Medium = "mail"): Promise<Counted> {
  const { autoconfirm, smsAutoconfirm, mailPerHour, smsPerHour } = config.auth;
  if (medium === "mail" ? autoconfirm : smsAutoconfirm) return { giveBack: async () => {} };
  const limit = { points: medium === "mail" ? mailPerHour : smsPerHour, durationSeconds: 3600 };
  const { allowed } = await limits.consume(`auth.${medium}`, "all", limit);
  if (!allowed) throw new AuthError(REFUSALS[medium]);
  return { giveBack: () => limits.refund(`auth.${medium}`, "all", limit) };
}

/** Kept by digest: the table is no list of addresses. Of several requests at once, one gets the turn. */
async function takeTurn(auth: AuthContext, tx: Tx, clock: MailClock, key: string): Promise<void> {
  const medium = mediumOf(clock);
  const { mailSpacingSeconds, smsSpacingSeconds } = auth.config.auth;
  const spacing = medium === "mail" ? mailSpacingSeconds : smsSpacingSeconds;
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
    throw new AuthError(REFUSALS[medium], {
      message: `For security purposes, you can only request this after ${left} seconds.`,
    });
  }
}
