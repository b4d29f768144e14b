import { sql } from "drizzle-orm";
import { DELETED_MEMBER, isDeletedMember } from "#core/accounts/profile-path.ts";
import type { Source } from "#core/ai/analysis.ts";
import type { SearchDeps } from "./deps.ts";

/** A post, comment or article as a source. A comment has its post's title. */
export type SourceTitle = Omit<Source, "number">;

const UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const PATH = new RegExp(`^/(?:(news)|forum)/(${UUID})(?:/comments/(${UUID}))?$`, "i");

type Row = {
  path: string;
  title: string;
  at: string;
  author: string | null;
  is_sample: boolean;
};

/** Reads sources by path. Leaves out deleted or hidden ones. */
export async function readTitles(
  { database }: Pick<SearchDeps, "database">,
  paths: readonly string[],
): Promise<ReadonlyMap<string, SourceTitle>> {
  const posts: string[] = [];
  const comments: string[] = [];
  const articles: string[] = [];
  for (const path of paths) {
    const [, news, id = "", commentId] = PATH.exec(path) ?? [];
    if (id === "") continue;
    if (commentId !== undefined) comments.push(commentId);
    else (news ? articles : posts).push(id);
  }
  if (posts.length + comments.length + articles.length === 0) return new Map();
  const { rows } = await database.reader.execute<Row>(sql`
    select '/forum/' || p.id as path, p.title, p.created_at as at, a.username as author, false as is_sample
    from public.forum_posts p left join public.profiles a on a.id = p.author_id
    where p.id = any(${sql.param(posts)}::uuid[]) and p.deleted_at is null
    union all
    select '/forum/' || p.id || '/comments/' || c.id, p.title, c.created_at, a.username, false
    from public.comments c join public.forum_posts p on p.id = c.post_id and p.deleted_at is null
      left join public.profiles a on a.id = c.author_id
    where c.id = any(${sql.param(comments)}::uuid[]) and c.deleted_at is null
    union all
    select '/news/' || t.id, t.title, t.published_at, t.source, t.is_sample
    from public.news_articles t where t.id = any(${sql.param(articles)}::uuid[]) and t.hidden_at is null`);
  return new Map(
    rows.map(({ path, title, at, author, is_sample }) => [
      path,
      {
        title,
        path,
        attribution:
          author === null || (!path.startsWith("/news/") && isDeletedMember(author))
            ? DELETED_MEMBER
            : author,
        date: new Date(at).toISOString(),
        isSample: is_sample,
      },
    ]),
  );
}
