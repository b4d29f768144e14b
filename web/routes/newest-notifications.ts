import { attempt } from "#web/operation.ts";
import type { Route } from "./+types/newest-notifications";

/** The notifications in the header's panel. */
export async function loader({ context }: Route.LoaderArgs) {
  const result = await attempt(context, (app, viewer) => app.notifications.listNewest(viewer));
  return result.ok
    ? Response.json({ page: result.value }, { headers: { "Cache-Control": "no-store" } })
    : Response.json({ message: result.refusal.message }, { status: result.status });
}
