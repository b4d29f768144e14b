import type { RouterContextProvider } from "react-router";
import type { Page } from "#core/forum/types.ts";
import { SAMPLE_PRICES, writeChange, writePrice } from "#core/market/wording.ts";
import type { FrontNews } from "#core/news/types.ts";
import { type ShownNews, showNews, showNewsPage } from "#web/news/card.ts";
import { attempt, operation } from "#web/operation.ts";
import { appContext, edgeContext } from "#web/server-context.ts";
import type { TickerPrices } from "./ticker.tsx";

/** The address' parameter of where the latest news go on. */
const CURSOR = "news";

/** What Home shows of the news. */
export interface ShownFrontNews {
  readonly flash: readonly ShownNews[];
  readonly latest: Page<ShownNews>;
}

/** What Home shows beside the posts. News that cannot be loaded leave the rest of the page alone: then they are null. */
export async function loadFront(context: Readonly<RouterContextProvider>, url: URL) {
  const cursor = url.searchParams.get(CURSOR) || null;
  const [news, market, { claims }] = await Promise.all([
    loadNews(context, cursor),
    loadPrices(context),
    context.get(appContext).settings.read(),
  ]);
  return { news, market, claims, isNewsContinued: cursor !== null };
}

async function loadNews(
  context: Readonly<RouterContextProvider>,
  cursor: string | null,
): Promise<ShownFrontNews | null> {
  try {
    const read = await attempt(context, (app) => app.news.readFrontNews(cursor));
    if (read.ok) return showFrontNews(read.value);
    // A place that no list gave out ends the list; "Back to the start" stands above it.
    const isNoPlace = cursor !== null && read.refusal.code === "invalid_input";
    return isNoPlace ? { flash: [], latest: { items: [], nextCursor: null } } : null;
  } catch (error) {
    context.get(edgeContext).report(error);
    return null;
  }
}

/** An article that stands in both lists is one object, which the page's data then holds once. */
function showFrontNews({ flash, latest }: FrontNews): ShownFrontNews {
  const page = showNewsPage(latest);
  return {
    flash: flash.map((news) => page.items.find(({ id }) => id === news.id) ?? showNews(news)),
    latest: page,
  };
}

async function loadPrices(context: Readonly<RouterContextProvider>): Promise<TickerPrices> {
  const { prices, at, isSample } = await operation(context, (app) => app.market.readMarket());
  return {
    at,
    sample: isSample ? SAMPLE_PRICES : null,
    prices: prices.map(({ symbol, name, price, changePercent }) => ({
      symbol,
      name,
      price: writePrice(price),
      change: changePercent === null ? null : writeChange(changePercent),
      isDown: (changePercent ?? 0) < 0,
    })),
  };
}
