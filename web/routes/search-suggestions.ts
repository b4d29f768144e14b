import { attempt } from "#web/operation.ts";
import { edgeContext } from "#web/server-context.ts";
import type { Route } from "./+types/search-suggestions";

/** Suggestions for the header's search box; the same for everyone. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const text = url.searchParams.get("q") ?? "";
  const client = context.get(edgeContext).client();
  const result = await attempt(context, (app) => app.search.suggest(text, client));
  return result.ok
    ? Response.json({ suggestions: result.value }, { headers: { "Cache-Control": "private, max-age=30" } })
    : Response.json({ message: result.refusal.message }, { status: result.status });
}
