import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { AuthError } from "#core/accounts/auth-errors.ts";
import type { Tx } from "#server/database/index.ts";
import type { AuthContext } from "../context.ts";

/** Mails that share a clock: one of them makes the others wait. */
export type MailClock = "confirmation" | "recovery" | "email_change" | "reauthentication";

/**
 * Runs what may end in a mail: one transaction, at most one in so many seconds for a kind and address, at most so many
 * in an hour for the whole site. Both count the same whether the address is known or not, since a refusal would tell
 * otherwise. `keys` are the addresses (or an account without one). Throws AuthError("over_email_send_rate_limit").
 */
export async function inMailTurn<T>(
  auth: AuthContext,
  clock: MailClock,
  keys: readonly string[],
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const counted = await countMail(auth);
  try {
    const result = await auth.database.db.transaction(async (tx) => {
      for (const key of [...new Set(keys)].sort()) await takeTurn(auth, tx, clock, key);
      return work(tx);
    });
    auth.mail.wake();
    return result;
  } catch (error) {
    await counted.giveBack();
    throw error;
  }
}

/** Counts a mail of the site's hour. Where addresses need no confirmation, mails are not counted. */
export async function countMail({ config, limits }: AuthContext): Promise<{ giveBack(): Promise<void> }> {
  if (config.auth.autoconfirm) return { giveBack: async () => {} };
  const limit = { points: config.auth.mailPerHour, durationSeconds: 3600 };
  const { allowed } = await limits.consume("auth.mail", "all", limit);
  if (!allowed) throw new AuthError("over_email_send_rate_limit");
  return { giveBack: () => limits.refund("auth.mail", "all", limit) };
}

/** Kept by digest: the table is no list of addresses. Of several requests at once, one gets the turn. */
async function takeTurn(auth: AuthContext, tx: Tx, clock: MailClock, key: string): Promise<void> {
  const spacing = auth.config.auth.mailSpacingSeconds;
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
    throw new AuthError("over_email_send_rate_limit", {
      message: `For security purposes, you can only request this after ${left} seconds.`,
    });
  }
  await tx.execute(sql`
    delete from auth.mail_spacing where key in (
      select key from auth.mail_spacing where asked_at < ${latest.toISOString()}::timestamptz
      order by asked_at limit 5 for update skip locked)`);
}
