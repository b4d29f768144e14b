import type pg from "pg";
import type { Viewer } from "#core/accounts/member.ts";
import type { OutboxEntry, OutboxMail, OutboxPage } from "#core/admin/outbox.ts";
import { requireAdmin } from "#core/admin/rules.ts";
import { AppError } from "#core/errors.ts";

const PAGE = 25;
/** As PostgreSQL's bigint. */
const ID = /^\d{1,18}$/;
const COLUMNS = `id::text, channel, recipient as "to", subject, state, attempts, error,
  created_at as "createdAt", sent_at as "sentAt"`;

type Row = Omit<OutboxEntry, "createdAt" | "sentAt"> & { createdAt: Date; sentAt: Date | null };

/**
 * The newest of the outbox, or those before one; without their texts, which hold codes. For administrators. Throws
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
    `select ${COLUMNS} from mail.outbox where $1::bigint is null or id < $1 order by outbox.id desc limit $2`,
    [before, PAGE + 1],
  );
  const entries = rows.slice(0, PAGE).map(present);
  return { entries, nextBefore: rows.length > PAGE ? (entries.at(-1)?.id ?? null) : null };
}

/** One mail with its text. For administrators. Throws AppError: not_signed_in, access_denied, mail_not_found. */
export async function readMail(pool: pg.Pool, viewer: Viewer, id: string): Promise<OutboxMail> {
  requireAdmin(viewer);
  const { rows } = ID.test(id)
    ? await pool.query<Row & { text: string | null }>(
        `select ${COLUMNS}, body_text as text from mail.outbox where id = $1`,
        [id],
      )
    : { rows: [] };
  const [row] = rows;
  if (!row) throw new AppError("mail_not_found");
  return { ...present(row), text: row.text };
}

const present = ({ createdAt, sentAt, ...entry }: Row): OutboxEntry => ({
  ...entry,
  createdAt: createdAt.toISOString(),
  sentAt: sentAt?.toISOString() ?? null,
});
