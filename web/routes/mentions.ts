import { attempt } from "#web/operation.ts";
import type { Route } from "./+types/mentions";

/** Completes usernames after "@". */
export async function loader({ context, url }: Route.LoaderArgs) {
  const text = url.searchParams.get("q") ?? "";
  const postId = url.searchParams.get("post");
  const result = await attempt(context, (app, viewer) =>
    app.notifications.suggestNames(viewer, { prefix: text, postId }),
  );
  return result.ok
    ? Response.json({ names: result.value }, { headers: { "Cache-Control": "private, max-age=60" } })
    : Response.json({ message: result.refusal.message }, { status: result.status });
}
