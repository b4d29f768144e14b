import { appContext } from "#web/server-context.ts";
import type { Route } from "./+types/wallet-prices";

const DAYS = 365;

/** Returns a year of daily prices, without sample prices, because those say nothing about real holdings. */
export async function loader({ context }: Route.LoaderArgs) {
  const histories = await context.get(appContext).market.readDailyHistories("all", DAYS);
  return Response.json(
    histories.filter(({ isSample }) => !isSample),
    { headers: { "Cache-Control": "private, max-age=600" } },
  );
}
