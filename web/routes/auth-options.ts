import { loadSignIn } from "#web/account/load-sign-in.ts";
import type { Route } from "./+types/auth-options";

/** What the dialog of signing in needs to know, as JSON: it is loaded after the page it opens over. */
export async function loader({ request, context }: Route.LoaderArgs) {
  return Response.json(await loadSignIn(request, context), { headers: { "Cache-Control": "no-store" } });
}
