import { sql } from "drizzle-orm";
import { AppError } from "#core/errors.ts";
import type { ReportableKind } from "#core/reports/kinds.ts";
import type { Tx } from "#server/database/index.ts";

export type OpenGroup = {
  readonly id: string;
  readonly kind: ReportableKind;
  readonly targetId: string;
  readonly name: string;
  readonly authorId: string | null;
  readonly authorName: string | null;
  readonly reportCount: number;
};

type Row = OpenGroup & { decidedBy: string | null };

/**
 * Locks the target, its author's profile and then the group until the transaction ends. A decision takes locks in this
 * order: the administrator's role, the account to suspend, the post, the comment, the author's profile, the report
 * group. Deleting an account locks the account and the profile before groups, and reporting locks profiles before the
 * group, so there is no deadlock. Throws AppError: report_not_found, report_decided.
 */
export async function lockGroup(tx: Tx, { id, kind, targetId, authorId }: OpenGroup): Promise<OpenGroup> {
  if (kind !== "profile") {
    await tx.execute(sql`
      select from public.forum_posts where id = ${
        kind === "post"
          ? sql`${targetId}::uuid`
          : sql`(select post_id from public.comments where id = ${targetId}::uuid)`
      } for no key update`);
  }
  if (kind === "comment")
    await tx.execute(sql`select from public.comments where id = ${targetId}::uuid for no key update`);
  await tx.execute(sql`select from public.profiles where id = ${authorId}::uuid for no key update`);
  return readOpenGroup(tx, id, { lock: true });
}

/** Throws AppError: report_not_found, report_decided. */
export async function readOpenGroup(tx: Tx, id: string, { lock = false } = {}): Promise<OpenGroup> {
  const { rows } = await tx.execute<Row>(sql`
    select g.id, g.target_kind as kind, g.target_id as "targetId", g.target_name as name, g.author_id as "authorId",
      a.username as "authorName", g.report_count as "reportCount", g.decided_by_name as "decidedBy"
    from public.report_groups g left join public.profiles a on a.id = g.author_id
    where g.id = ${id}::uuid ${lock ? sql`for no key update of g` : sql``}`);
  const [row] = rows;
  if (!row) throw new AppError("report_not_found");
  if (row.decidedBy !== null)
    throw new AppError("report_decided", {
      message: `${row.decidedBy} has already resolved these reports. Your decision wasn't applied.`,
    });
  return row;
}
