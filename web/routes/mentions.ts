import { respondWithJson } from "#web/operation.ts";
import type { Route } from "./+types/mentions";

export function loader({ context, url }: Route.LoaderArgs) {
  const prefix = url.searchParams.get("q") ?? "";
  const postId = url.searchParams.get("post");
  return respondWithJson(context, "private, max-age=60", async ({ notifications }, viewer) => ({
    names: await notifications.suggestNames(viewer, { prefix, postId }),
  }));
}
