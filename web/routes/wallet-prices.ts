import { appContext } from "#web/server-context.ts";
import type { Route } from "./+types/wallet-prices";

const DAYS = 365;

/** The kept prices of every asset alike, a year of them. Empty without a price source: real holdings are not measured by made-up prices. */
export async function loader({ context }: Route.LoaderArgs) {
  const histories = await context.get(appContext).market.readDailyHistories("all", DAYS);
  return Response.json(
    histories.filter(({ isSample }) => !isSample),
    { headers: { "Cache-Control": "private, max-age=600" } },
  );
}
