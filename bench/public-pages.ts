import { getProfilePath } from "#core/accounts/profile-path.ts";
import { runStatement } from "./databases.ts";

/** A public page, with its name in the tables. */
export interface PublicPage {
  readonly name: string;
  readonly path: string;
}

/**
 * Lists the public pages to measure, in a database with the demo community. The post is the most discussed one. The
 * article is the newest sample, which is turned into a real one.
 */
export async function preparePublicPages(databaseUrl: string): Promise<PublicPage[]> {
  const [post] = await runStatement<{ id: string }>(
    databaseUrl,
    "select id from public.forum_posts where deleted_at is null order by comment_count desc, id limit 1",
  );
  if (post === undefined) throw new Error("The demo community has no posts.");
  const [author] = await runStatement<{ username: string }>(
    databaseUrl,
    `select username from public.profiles m order by (
      select count(*) from public.forum_posts where author_id = m.id and deleted_at is null
    ) desc, username limit 1`,
  );
  if (author === undefined) throw new Error("The demo community has no members.");
  const [article] = await runStatement<{ id: string }>(
    databaseUrl,
    // Search engines don't index samples.
    `update public.news_articles set is_sample = false where id =
      (select id from public.news_articles order by published_at desc, id limit 1) returning id`,
  );
  if (article === undefined) throw new Error("The demo community has no sample news.");
  return [
    { name: "home", path: "/" },
    { name: "forum", path: "/forum" },
    { name: "post", path: `/forum/${post.id}` },
    { name: "news", path: "/news" },
    { name: "article", path: `/news/${article.id}` },
    { name: "AI tools", path: "/ai-tools?tool=scanner" },
    { name: "wallet", path: "/wallet" },
    { name: "member", path: getProfilePath(author.username) },
    { name: "sign in", path: "/auth" },
  ];
}
