import { sql } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import type { OutboxEntry, OutboxMessage, OutboxPage } from "#core/admin/outbox.ts";
import { requireAdmin } from "#core/admin/rules.ts";
import { AppError } from "#core/errors.ts";
import type { Db } from "#server/database/index.ts";

const PAGE_SIZE = 25;
/** At most 18 digits, so that the number fits PostgreSQL's bigint. */
const ID = /^\d{1,18}$/;
const COLUMNS = sql`id::text, channel, recipient as "to", subject, state, attempts, error,
  created_at as "createdAt", sent_at as "sentAt"`;

type Row = { readonly [Name in keyof OutboxEntry]: OutboxEntry[Name] };

/** Lists a page of the outbox, newest first, without bodies, which may contain codes. For administrators. */
export async function listOutbox(
  db: Db,
  viewer: Viewer,
  before: string | null,
): Promise<Pick<OutboxPage, "entries" | "nextBefore">> {
  requireAdmin(viewer);
  if (before !== null && !ID.test(before)) throw new AppError("invalid_input");
  const { rows } = await db.execute<Row>(sql`
    select ${COLUMNS} from email.outbox where ${before}::bigint is null or id < ${before}
    order by outbox.id desc limit ${PAGE_SIZE + 1}`);
  const entries = rows.slice(0, PAGE_SIZE).map(toOutboxEntry);
  return { entries, nextBefore: rows.length > PAGE_SIZE ? (entries.at(-1)?.id ?? null) : null };
}

/**
 * Reads a message with its body, which may contain a code or a sign-in link. The body is omitted from messages to the
 * viewer. For administrators who signed in recently (enforced by server/admin). Throws AppError: not_signed_in,
 * access_denied, email_not_found.
 */
export async function readOutboxMessage(db: Db, viewer: Viewer, id: string): Promise<OutboxMessage> {
  requireAdmin(viewer);
  const { rows } = ID.test(id)
    ? await db.execute<Row & { text: string | null; isOwn: boolean }>(sql`
        select ${COLUMNS}, body_text as text, exists (
          select from auth.users u
          where u.id = ${viewer.id} and recipient in (u.email, u.sso_email, u.new_email, u.phone, u.new_phone)) as "isOwn"
        from email.outbox where outbox.id = ${id}`)
    : { rows: [] };
  const [row] = rows;
  if (!row) throw new AppError("email_not_found");
  const { text, isOwn, ...entry } = row;
  return { ...toOutboxEntry(entry), text: isOwn ? null : text, isOwn };
}

const toOutboxEntry = ({ createdAt, sentAt, ...entry }: Row): OutboxEntry => ({
  ...entry,
  createdAt: new Date(createdAt).toISOString(),
  sentAt: sentAt && new Date(sentAt).toISOString(),
});
