import { loadSignInOptions } from "#web/account/load-sign-in.ts";
import type { Route } from "./+types/auth-options";

export async function loader({ request, context }: Route.LoaderArgs) {
  return Response.json(await loadSignInOptions(request, context), {
    headers: { "Cache-Control": "no-store" },
  });
}
