import { attempt } from "#web/operation.ts";
import { edgeContext } from "#web/server-context.ts";
import type { Route } from "./+types/search-suggestions";

/** Suggestions for the header's search box; the same for everyone. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const typed = url.searchParams.get("q") ?? "";
  const client = context.get(edgeContext).client();
  const answer = await attempt(context, (app) => app.search.suggest(typed, client));
  return answer.ok
    ? Response.json({ suggestions: answer.value }, { headers: { "Cache-Control": "private, max-age=30" } })
    : Response.json({ message: answer.refusal.message }, { status: answer.status });
}
