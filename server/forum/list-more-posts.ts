import { sql } from "drizzle-orm";
import { POST_CATEGORIES, type PostCategory } from "#core/forum/categories.ts";
import type { PostCard, PostLink } from "#core/forum/types.ts";
import { dependOn } from "#server/platform/request-scope.ts";
import { microsToIso, toMicros } from "./cursor.ts";
import type { ForumDeps } from "./deps.ts";
import { memoizeContent } from "./memoize-content.ts";

const SHOWN_MAX = 5;

/** Reads up to five other posts in a category, cached for everyone. */
export function createMorePostsReader(deps: ForumDeps) {
  const readers = new Map(
    POST_CATEGORIES.map((category) => [
      category,
      memoizeContent(deps, () => listHottest(deps, category), ["forum"]),
    ]),
  );
  return async ({ id, category }: Pick<PostCard, "id" | "category">) => {
    const posts = (await readers.get(category)?.()) ?? [];
    return posts.filter((post) => post.id !== id).slice(0, SHOWN_MAX);
  };
}

async function listHottest({ database }: ForumDeps, category: PostCategory): Promise<PostLink[]> {
  const { rows } = await database.reader.execute<{ id: string; title: string; created_micros: string }>(sql`
    select id, title, ${toMicros(sql`created_at`)} as created_micros from public.forum_posts
    where deleted_at is null and category = ${category}
    order by is_pinned desc, hot_rank desc, id desc limit ${SHOWN_MAX + 1}`);
  // A cached page depends only on these posts, so a newer post appears on it only once the page has expired.
  dependOn(...rows.map(({ id }) => `post:${id}` as const));
  return rows.map(({ id, title, created_micros }) => ({
    id,
    title,
    createdAt: microsToIso(created_micros),
  }));
}
