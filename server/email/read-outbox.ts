import type pg from "pg";
import type { Viewer } from "#core/accounts/member.ts";
import type { OutboxEmail, OutboxEntry, OutboxPage } from "#core/admin/outbox.ts";
import { requireAdmin } from "#core/admin/rules.ts";
import { AppError } from "#core/errors.ts";

const PAGE = 25;
/** Fits PostgreSQL's bigint. */
const ID = /^\d{1,18}$/;
const COLUMNS = `id::text, channel, recipient as "to", subject, state, attempts, error,
  created_at as "createdAt", sent_at as "sentAt"`;

type Row = Omit<OutboxEntry, "createdAt" | "sentAt"> & { createdAt: Date; sentAt: Date | null };

/**
 * One page of the outbox, newest first, without bodies, which may contain codes. For administrators. Throws
 * AppError: not_signed_in, access_denied, invalid_input.
 */
export async function listOutbox(
  pool: pg.Pool,
  viewer: Viewer,
  before: string | null,
): Promise<Pick<OutboxPage, "entries" | "nextBefore">> {
  requireAdmin(viewer);
  if (before !== null && !ID.test(before)) throw new AppError("invalid_input");
  const { rows } = await pool.query<Row>(
    `select ${COLUMNS} from email.outbox where $1::bigint is null or id < $1 order by outbox.id desc limit $2`,
    [before, PAGE + 1],
  );
  const entries = rows.slice(0, PAGE).map(present);
  return { entries, nextBefore: rows.length > PAGE ? (entries.at(-1)?.id ?? null) : null };
}

/**
 * One email with its body, which may contain a code or a sign-in link. The body is omitted from emails to the viewer.
 * For administrators who signed in recently (enforced by server/admin). Throws AppError: not_signed_in, access_denied,
 * email_not_found.
 */
export async function readEmail(pool: pg.Pool, viewer: Viewer, id: string): Promise<OutboxEmail> {
  requireAdmin(viewer);
  const { rows } = ID.test(id)
    ? await pool.query<Row & { text: string | null; isOwn: boolean }>(
        `select ${COLUMNS}, body_text as text, exists (
           select from auth.users u
           where u.id = $2 and recipient in (u.email, u.sso_email, u.new_email, u.phone, u.new_phone)) as "isOwn"
         from email.outbox where outbox.id = $1`,
        [id, viewer.id],
      )
    : { rows: [] };
  const [row] = rows;
  if (!row) throw new AppError("email_not_found");
  const { text, isOwn, ...entry } = row;
  return { ...present(entry), text: isOwn ? null : text, isOwn };
}

const present = ({ createdAt, sentAt, ...entry }: Row): OutboxEntry => ({
  ...entry,
  createdAt: createdAt.toISOString(),
  sentAt: sentAt?.toISOString() ?? null,
});
