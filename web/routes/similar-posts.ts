import { attempt } from "#web/operation.ts";
import type { Route } from "./+types/similar-posts";

export async function loader({ context, url }: Route.LoaderArgs) {
  const title = url.searchParams.get("title") ?? "";
  const result = await attempt(context, (app, viewer) => app.forum.suggestSimilarPosts(viewer, title));
  return result.ok
    ? Response.json({ posts: result.value }, { headers: { "Cache-Control": "private, max-age=60" } })
    : Response.json({ message: result.refusal.message }, { status: result.status });
}
