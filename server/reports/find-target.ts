import { sql } from "drizzle-orm";
import { getProfilePath } from "#core/accounts/profile-path.ts";
import { AppError } from "#core/errors.ts";
import type { ReportableKind } from "#core/reports/kinds.ts";
import type { Db, Tx } from "#server/database/index.ts";
import { isUuid } from "#server/platform/uuid.ts";

export interface TargetState {
  readonly kind: ReportableKind;
  readonly id: string;
  /** The title of the post or of the comment's post, or the member's name. */
  readonly name: string;
  /** Only for posts; otherwise empty. */
  readonly title: string;
  readonly content: string;
  readonly category: string;
  readonly tags: readonly string[];
  readonly authorId: string | null;
  /** Null for a profile. */
  readonly postId: string | null;
  readonly avatarUrl: string | null;
  readonly createdAt: string;
  readonly editedAt: string | null;
  readonly isDeleted: boolean;
}

type Row = Omit<TargetState, "kind" | "createdAt" | "editedAt"> & {
  createdAt: string;
  editedAt: string | null;
};

const QUERIES: Readonly<Record<ReportableKind, (id: string) => ReturnType<typeof sql>>> = {
  post: (id) => sql`
    select id, title as name, title, content, category, tags, author_id as "authorId", id as "postId",
      null as "avatarUrl", created_at as "createdAt", edited_at as "editedAt", deleted_at is not null as "isDeleted"
    from public.forum_posts where id = ${id}::uuid`,
  comment: (id) => sql`
    select c.id, p.title as name, '' as title, c.content, '' as category, '{}'::text[] as tags,
      c.author_id as "authorId", p.id as "postId", null as "avatarUrl", c.created_at as "createdAt",
      c.edited_at as "editedAt", (c.deleted_at is not null or p.deleted_at is not null) as "isDeleted"
    from public.comments c join public.forum_posts p on p.id = c.post_id where c.id = ${id}::uuid`,
  profile: (id) => sql`
    select p.id, p.username as name, '' as title, p.bio as content, '' as category, '{}'::text[] as tags,
      p.id as "authorId", null as "postId", p.avatar_url as "avatarUrl", p.join_date as "createdAt",
      null as "editedAt", u.deleted_at is not null as "isDeleted"
    from public.profiles p join auth.users u on u.id = p.id where p.id = ${id}::uuid`,
};

/** Finds a target, including a deleted one. Returns null if the ID is invalid or its row no longer exists. */
export async function findTarget(db: Db | Tx, kind: ReportableKind, id: string): Promise<TargetState | null> {
  if (!isUuid(id)) return null;
  const { rows } = await db.execute<Row>(QUERIES[kind](id));
  const [row] = rows;
  if (!row) return null;
  return {
    ...row,
    kind,
    createdAt: new Date(row.createdAt).toISOString(),
    editedAt: row.editedAt === null ? null : new Date(row.editedAt).toISOString(),
  };
}

const NOT_FOUND = {
  post: "post_not_found",
  comment: "comment_not_found",
  profile: "member_not_found",
} as const satisfies Record<ReportableKind, string>;

/** Throws AppError: post_not_found, comment_not_found, member_not_found. */
export async function findVisibleTarget(db: Db | Tx, kind: ReportableKind, id: string): Promise<TargetState> {
  const target = await findTarget(db, kind, id);
  if (!target || target.isDeleted) throw new AppError(NOT_FOUND[kind]);
  return target;
}

export function buildTargetPath({ kind, id, name, postId }: TargetState) {
  if (kind === "profile") return getProfilePath(name);
  return kind === "post" ? `/forum/${id}` : `/forum/${postId}/comments/${id}`;
}

const TEXT_MAX = 6000;

/** Returns the target's text. It is stored with the first report, so that it can be reviewed even after an edit. */
export function getTargetText({ title, content }: Pick<TargetState, "title" | "content">): string {
  const text = title === "" ? content : `${title}\n\n${content}`;
  return [...text].slice(0, TEXT_MAX).join("");
}
