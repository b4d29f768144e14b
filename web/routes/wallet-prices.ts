import { appContext } from "#web/server-context.ts";
import type { Route } from "./+types/wallet-prices";

const DAYS = 365;

/** A year of daily prices; none without a price source, because sample prices don't apply to real holdings. */
export async function loader({ context }: Route.LoaderArgs) {
  const histories = await context.get(appContext).market.readDailyHistories("all", DAYS);
  return Response.json(
    histories.filter(({ isSample }) => !isSample),
    { headers: { "Cache-Control": "private, max-age=600" } },
  );
}
