import { appContext } from "#web/server-context.ts";
import type { Route } from "./+types/wallet-prices";

const DAYS = 365;

/**
 * Responds with a year of daily prices. It has none without a price source, because real holdings must not be valued at
 * sample prices.
 */
export async function loader({ context }: Route.LoaderArgs) {
  const histories = await context.get(appContext).market.readDailyHistories("all", DAYS);
  return Response.json(
    histories.filter(({ isSample }) => !isSample),
    { headers: { "Cache-Control": "private, max-age=600" } },
  );
}
