import { sql } from "drizzle-orm";
import type pg from "pg";
import type { Tx } from "#server/database/index.ts";
import type { WrittenLetter } from "./letter-frame.ts";

/** How long a program may take over a mail that it has taken, before another tries. */
const LEASE_SECONDS = 300;

/** The waits after the first failure, the second and so on; then the mail is given up. Seconds. */
const WAITS = [10, 30, 120, 600, 1_800, 3_600, 7_200];
/** A code by text message is dead after a minute or so. */
const TEXT_WAITS = [5, 15, 30];

const KEPT_DAYS = 30;
const SWEPT_AT_ONCE = 10_000;

export type Channel = "mail" | "sms" | "whatsapp";

export interface DueMail {
  readonly id: string;
  readonly channel: Channel;
  readonly kind: string;
  readonly recipient: string;
  readonly subject: string;
  readonly body_text: string;
  readonly body_html: string | null;
  readonly attempts: number;
  /** Where one click ends mails of its kind (RFC 8058); null of a mail that was asked for. */
  readonly unsubscribe_url: string | null;
}

interface NewMail extends WrittenLetter {
  readonly kind: string;
  readonly channel: Channel;
  readonly to: string;
  readonly state: "waiting" | "kept";
  readonly unsubscribeUrl?: string | undefined;
  readonly now: Date;
}

/** Puts a mail down inside the caller's transaction. */
export async function putMail(tx: Tx, mail: NewMail): Promise<void> {
  const now = mail.now.toISOString();
  await tx.execute(sql`
    insert into mail.outbox (kind, channel, recipient, subject, body_text, body_html, state, unsubscribe_url, due_at, created_at)
    values (${mail.kind}, ${mail.channel}, ${mail.to}, ${mail.subject}, ${mail.text}, ${mail.html}, ${mail.state},
      ${mail.unsubscribeUrl ?? null}, ${now}, ${now})`);
}

/** Deletes some mails that are long past; returns how many. */
export async function sweepMails(pool: pg.Pool, now: Date): Promise<number> {
  const { rowCount } = await pool.query(
    `delete from mail.outbox where id in (
       select id from mail.outbox where created_at < $1::timestamptz - make_interval(days => $2)
       order by created_at limit $3 for update skip locked)`,
    [now, KEPT_DAYS, SWEPT_AT_ONCE],
  );
  return rowCount ?? 0;
}

/** Deletes the mails of a kind to an address that wait; one that is under way goes out. */
export async function withdrawMails(tx: Tx, kind: string, to: string): Promise<void> {
  await tx.execute(sql`
    delete from mail.outbox where state = 'waiting' and kind = ${kind} and recipient = ${to}`);
}

/** How many mails of a kind wait. */
export async function countWaiting(pool: pg.Pool, kind: string): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    "select count(*)::int from mail.outbox where state = 'waiting' and kind = $1",
    [kind],
  );
  return rows[0]?.count ?? 0;
}

/** Takes some of the mails that are due, those that somebody waits for first. Nobody else gets them for a while, and no lock is held. */
export async function takeDue(
  pool: pg.Pool,
  now: Date,
  channels: readonly Channel[],
  count: number,
): Promise<DueMail[]> {
  const { rows } = await pool.query<DueMail>(
    `update mail.outbox set attempts = attempts + 1, due_at = $1::timestamptz + make_interval(secs => $2)
     where id in (
       select id from mail.outbox where state = 'waiting' and due_at <= $1 and channel = any($4)
       order by (kind in ('digest', 'notifications')), due_at limit $3 for update skip locked)
     returning id, kind, channel, recipient, subject, body_text, body_html, attempts, unsubscribe_url`,
    [now, LEASE_SECONDS, count, channels],
  );
  return rows;
}

/** A mail that was sent keeps no body. */
export async function noteSent(pool: pg.Pool, id: string, now: Date): Promise<void> {
  await pool.query(
    `update mail.outbox set state = 'sent', sent_at = $2, error = null, body_text = null, body_html = null, unsubscribe_url = null
     where id = $1`,
    [id, now],
  );
}

/** Puts a mail back for another try, or gives it up; answers whether it was given up. */
export async function noteFailure(
  pool: pg.Pool,
  { id, attempts, channel }: DueMail,
  { error, isFinal, now }: { error: string; isFinal: boolean; now: Date },
): Promise<boolean> {
  const wait = isFinal ? undefined : (channel === "mail" ? WAITS : TEXT_WAITS)[attempts - 1];
  await pool.query("update mail.outbox set state = $2, due_at = $3, error = $4 where id = $1", [
    id,
    wait === undefined ? "failed" : "waiting",
    new Date(now.getTime() + (wait ?? 0) * 1000),
    error.slice(0, 500),
  ]);
  return wait === undefined;
}
