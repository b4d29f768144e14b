import { respondWithJson } from "#web/operation.ts";
import type { Route } from "./+types/similar-posts";

export function loader({ context, url }: Route.LoaderArgs) {
  const title = url.searchParams.get("title") ?? "";
  return respondWithJson(context, "private, max-age=60", async ({ forum }, viewer) => ({
    posts: await forum.suggestSimilarPosts(viewer, title),
  }));
}
