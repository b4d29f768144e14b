import { sql } from "drizzle-orm";
import type { Db, Tx } from "#server/database/index.ts";
import type { RenderedEmail } from "./layout.ts";
import type { Email } from "./templates.ts";

/** How long a process may take to deliver a message before another retries it. */
export const LEASE_SECONDS = 300;

/** Seconds to wait after each failed attempt. When the last retry fails too, the message is marked as failed. */
const RETRY_SECONDS = [10, 30, 120, 600, 1_800, 3_600, 7_200];
/** The same for text messages. There are few retries, because the codes expire after a minute by default. */
const TEXT_RETRY_SECONDS = [5, 15, 30];

const RETENTION_DAYS = 30;
const DELETION_BATCH_SIZE = 10_000;

export type Channel = "email" | "sms" | "whatsapp";

export interface DueMessage extends Record<string, unknown> {
  readonly id: string;
  /** Random, so that it reveals nothing to recipients. */
  readonly message_id: string;
  readonly channel: Channel;
  readonly kind: string;
  readonly recipient: string;
  readonly subject: string;
  readonly body_text: string;
  readonly body_html: string | null;
  readonly attempts: number;
  /** One-click unsubscribe (RFC 8058); null for emails that can't be turned off. */
  readonly unsubscribe_url: string | null;
}

interface NewMessage extends RenderedEmail {
  readonly kind: string;
  readonly channel: Channel;
  readonly to: string;
  readonly state: "waiting" | "stored";
  readonly unsubscribeUrl?: string | undefined;
  readonly now: Date;
}

export async function insertMessage(tx: Tx, message: NewMessage): Promise<void> {
  const now = message.now.toISOString();
  await tx.execute(sql`
    insert into email.outbox (kind, channel, recipient, subject, body_text, body_html, state, unsubscribe_url, due_at, created_at)
    values (${message.kind}, ${message.channel}, ${message.to}, ${message.subject}, ${message.text}, ${message.html}, ${message.state},
      ${message.unsubscribeUrl ?? null}, ${now}, ${now})`);
}

/** Deletes a batch of old messages. Returns their number. */
export async function deleteOldMessages(db: Db, now: Date): Promise<number> {
  const { rowCount } = await db.execute(sql`
    delete from email.outbox where id in (
      select id from email.outbox
      where created_at < ${now.toISOString()}::timestamptz - make_interval(days => ${RETENTION_DAYS})
      order by created_at limit ${DELETION_BATCH_SIZE} for update skip locked)`);
  return rowCount ?? 0;
}

/** Deletes the waiting emails of one kind to one recipient. An email that is being delivered is still sent. */
export async function deleteWaitingEmails(tx: Tx, kind: Email["kind"], to: string): Promise<void> {
  await tx.execute(sql`
    delete from email.outbox where state = 'waiting' and kind = ${kind} and recipient = ${to}`);
}

export async function countWaiting(db: Db, kind: string): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int from email.outbox where state = 'waiting' and kind = ${kind}`);
  return rows[0]?.count ?? 0;
}

/** Claims messages for LEASE_SECONDS, urgent ones before digests and notifications. The rows don't stay locked. */
export async function claimDue(db: Db, now: Date, channels: readonly Channel[], limit: number) {
  const time = now.toISOString();
  const { rows } = await db.execute<DueMessage>(sql`
    update email.outbox
    set attempts = attempts + 1, due_at = ${time}::timestamptz + make_interval(secs => ${LEASE_SECONDS})
    where id in (
      select id from email.outbox
      where state = 'waiting' and due_at <= ${time} and channel = any(${sql.param(channels)})
      order by (kind in ('digest', 'notifications')), due_at limit ${limit} for update skip locked)
    returning id, message_id, kind, channel, recipient, subject, body_text, body_html, attempts, unsubscribe_url`);
  return rows;
}

/** Marks a message as sent and deletes its body, which may contain a code. */
export async function markSent(db: Db, id: string, now: Date): Promise<void> {
  await db.execute(sql`
    update email.outbox
    set state = 'sent', sent_at = ${now.toISOString()}, error = null, body_text = null, body_html = null, unsubscribe_url = null
    where id = ${id}`);
}

/** Schedules a retry or marks the message as failed; returns whether it failed for good. */
export async function recordFailure(
  db: Db,
  { id, attempts, channel }: DueMessage,
  { error, isFinal, now }: { error: string; isFinal: boolean; now: Date },
): Promise<boolean> {
  const delaySeconds = isFinal
    ? undefined
    : (channel === "email" ? RETRY_SECONDS : TEXT_RETRY_SECONDS)[attempts - 1];
  const dueAt = new Date(now.getTime() + (delaySeconds ?? 0) * 1000).toISOString();
  await db.execute(sql`
    update email.outbox
    set state = ${delaySeconds === undefined ? "failed" : "waiting"}, due_at = ${dueAt}, error = ${error.slice(0, 500)}
    where id = ${id}`);
  return delaySeconds === undefined;
}
