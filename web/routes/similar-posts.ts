import { ERRORS } from "#core/errors.ts";
import { attempt } from "#web/operation.ts";
import { identityContext } from "#web/server-context.ts";
import type { Route } from "./+types/similar-posts";

/** For the editor, and so for members: everybody else has the forum's search. */
export async function loader({ context, url }: Route.LoaderArgs) {
  if (context.get(identityContext).viewer === null) {
    const { status, message } = ERRORS.not_signed_in;
    return Response.json({ message }, { status });
  }
  const title = url.searchParams.get("title") ?? "";
  const result = await attempt(context, (app) => app.forum.suggestSimilarPosts(title));
  return result.ok
    ? Response.json({ posts: result.value }, { headers: { "Cache-Control": "private, max-age=60" } })
    : Response.json({ message: result.refusal.message }, { status: result.status });
}
