import type { RouterContextProvider } from "react-router";
import type { Page } from "#core/forum/types.ts";
import { formatChange, formatPrice, SAMPLE_PRICES } from "#core/market/wording.ts";
import type { HomeNews } from "#core/news/types.ts";
import { type ShownNews, showNews, showNewsPage } from "#web/news/card.ts";
import { attempt, operation } from "#web/operation.ts";
import { appContext, edgeContext } from "#web/server-context.ts";
import type { TickerPrices } from "./ticker.tsx";

/** The URL parameter of the latest news' next page. */
const CURSOR = "news";

/** The news on the home page. */
export interface ShownFrontNews {
  readonly flash: readonly ShownNews[];
  readonly latest: Page<ShownNews>;
}

/** Loads what Home shows besides posts. If news fails to load, it is null and the rest of the page still works. */
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
    // An invalid cursor shows the end of the list, with a "Back to the start" link above it.
    const isNoPlace = cursor !== null && read.refusal.code === "invalid_input";
    return isNoPlace ? { flash: [], latest: { items: [], nextCursor: null } } : null;
  } catch (error) {
    context.get(edgeContext).report(error);
    return null;
  }
}

/** Reuses the object of an article that is in both lists, so the page's data contains it once. */
function showFrontNews({ flash, latest }: HomeNews): ShownFrontNews {
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
      price: formatPrice(price),
      change: changePercent === null ? null : formatChange(changePercent),
      isDown: (changePercent ?? 0) < 0,
    })),
  };
}
