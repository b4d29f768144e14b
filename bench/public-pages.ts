import { selectRows } from "./databases.ts";

/** A page that anybody may read, by the name that the tables give it. */
export interface PublicPage {
  readonly name: string;
  readonly path: string;
}

/** Every public page that there is, on a database with the demo community. The post is its most discussed one. */
export async function publicPages(databaseUrl: string): Promise<PublicPage[]> {
  const [post] = await selectRows<{ id: string }>(
    databaseUrl,
    "select id from public.forum_posts where deleted_at is null order by comment_count desc, id limit 1",
  );
  if (post === undefined) throw new Error("The demo community has no post.");
  return [
    { name: "home", path: "/" },
    { name: "forum", path: "/forum" },
    { name: "post", path: `/forum/${post.id}` },
    { name: "sign in", path: "/auth" },
  ];
}
