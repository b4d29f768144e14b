import { respondWithJson } from "#web/operation.ts";
import type { Route } from "./+types/newest-notifications";

export function loader({ context }: Route.LoaderArgs) {
  return respondWithJson(context, "no-store", async ({ notifications }, viewer) => ({
    page: await notifications.listNewest(viewer),
  }));
}
