import { sql } from "drizzle-orm";
import { DELETED_MEMBER, isDeletedMember } from "#core/accounts/profile-path.ts";
import type { Database } from "#server/database/index.ts";
import { dependOn } from "#server/platform/request-scope.ts";
import type { SiteFacts } from "./card.ts";
import { buildSubject, type SharedContent, type SharedKind } from "./describe-card.ts";

/** Finds a preview image's subject if every visitor may see it, i.e. it isn't deleted or hidden. Runs one statement. */
export async function findSubject({ reader }: Database, site: SiteFacts, kind: SharedKind, id: string) {
  switch (kind) {
    case "posts": {
      dependOn(`post:${id}`);
      const { rows } = await reader.execute<
        Pick<SharedContent["posts"], "title" | "category"> & AuthorRow
      >(sql`
        select p.title, p.category, coalesce(a.username, ${DELETED_MEMBER}::text) as username, a.avatar_url
        from public.forum_posts p left join public.profiles a on a.id = p.author_id
        where p.id = ${id}::uuid and p.deleted_at is null`);
      const [row] = rows;
      if (row) dependOn(`username:${row.username}`);
      return row ? buildSubject.posts(site, { ...row, id, author: presentAuthor(row) }) : null;
    }
    case "news": {
      dependOn("news");
      const { rows } = await reader.execute<Omit<SharedContent["news"], "id"> & Record<string, unknown>>(sql`
        select title, category, source from public.news_articles where id = ${id}::uuid and hidden_at is null`);
      const [row] = rows;
      return row ? buildSubject.news(site, { ...row, id }) : null;
    }
    case "members": {
      dependOn(`member:${id}`);
      const { rows } = await reader.execute<
        Pick<SharedContent["members"], "bio"> & AuthorRow & { join_date: string }
      >(sql`
        select p.username, p.avatar_url, p.bio, p.join_date
        from public.profiles p join auth.users u on u.id = p.id and u.deleted_at is null
        where p.id = ${id}::uuid`);
      const [row] = rows;
      if (!row || isDeletedMember(row.username)) return null;
      const joinDate = new Date(row.join_date).toISOString();
      return buildSubject.members(site, { ...presentAuthor(row), id, bio: row.bio, joinDate });
    }
  }
}

type AuthorRow = { username: string; avatar_url: string | null };

/** Shows deleted members as the pages do. */
const presentAuthor = ({ username, avatar_url }: AuthorRow) =>
  isDeletedMember(username)
    ? { username: DELETED_MEMBER, avatarUrl: null }
    : { username, avatarUrl: avatar_url };
