import { respondWithJson } from "#web/operation.ts";
import { edgeContext } from "#web/server-context.ts";
import type { Route } from "./+types/search-suggestions";

export function loader({ context, url }: Route.LoaderArgs) {
  const text = url.searchParams.get("q") ?? "";
  const client = context.get(edgeContext).client();
  return respondWithJson(context, "private, max-age=30", async ({ search }) => ({
    suggestions: await search.suggest(text, client),
  }));
}
