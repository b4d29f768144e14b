import type { RouterContextProvider } from "react-router";
import { describeFigures } from "#core/forum/describe-figures.ts";
import type { Page } from "#core/forum/types.ts";
import { HERO_CLAIMS } from "#core/hero-claims.ts";
import { formatChange, formatPrice, SAMPLE_PRICES_NOTICE } from "#core/market/wording.ts";
import { FLASH_CARDS } from "#core/news/limits.ts";
import type { HomeNews } from "#core/news/types.ts";
import { DEFAULT_HEADLINE, DEFAULT_LEAD } from "#core/settings/constants.ts";
import { type NewsCardData, toNewsCardData, toNewsCardPage } from "#web/news/news-card-data.ts";
import { attempt, operation } from "#web/operation.ts";
import { appContext, edgeContext } from "#web/server-context.ts";

const CURSOR_PARAM = "news";

export interface HomeNewsData {
  readonly carousel: readonly NewsCardData[];
  /** The cards of the Flash News Feed. No article is both here and in the carousel. */
  readonly cards: readonly NewsCardData[];
  readonly latest: Page<NewsCardData>;
}

/** Loads what Home shows besides posts. If loading the news fails, `news` is null; the rest of the page still works. */
export async function loadHome(context: Readonly<RouterContextProvider>, url: URL) {
  const cursor = url.searchParams.get(CURSOR_PARAM) || null;
  const app = context.get(appContext);
  const [news, market, { claims, headline, lead, hasDemo }, community] = await Promise.all([
    loadNews(context, cursor),
    loadPrices(context),
    app.settings.read(),
    // The root loader makes the same call and reports its errors.
    app.forum.readCommunity().catch(() => null),
  ]);
  return {
    news,
    market,
    tagline: headline,
    hero: {
      headline: headline ?? DEFAULT_HEADLINE,
      lead: lead ?? DEFAULT_LEAD,
      // The claims that an administrator entered; otherwise the demo community's, or else the live counts.
      stats: claims ?? (hasDemo ? HERO_CLAIMS : community ? describeFigures(community.figures) : []),
      areSamples: !claims && hasDemo,
    },
    figures: community?.figures ?? null,
    popularTags: community?.popularTags ?? [],
    isLaterNewsPage: cursor !== null,
  };
}

async function loadNews(
  context: Readonly<RouterContextProvider>,
  cursor: string | null,
): Promise<HomeNewsData | null> {
  try {
    const result = await attempt(context, (app) => app.news.readHomeNews(cursor));
    if (result.ok) return toHomeNewsData(result.value);
    // An invalid cursor shows the end of the list, with a "Back to the start" link above it.
    const isInvalidCursor = cursor !== null && result.refusal.code === "invalid_input";
    return isInvalidCursor ? { carousel: [], cards: [], latest: { items: [], nextCursor: null } } : null;
  } catch (error) {
    context.get(edgeContext).report(error);
    return null;
  }
}

/** The newest flash article opens the carousel, the next ones are cards, and the carousel continues with the rest. */
function toHomeNewsData({ flash, latest }: HomeNews): HomeNewsData {
  const [carouselStart, cards, carouselRest] = [
    flash.slice(0, 1),
    flash.slice(1, 1 + FLASH_CARDS),
    flash.slice(1 + FLASH_CARDS),
  ];
  return {
    carousel: [...carouselStart, ...carouselRest].map(toNewsCardData),
    cards: cards.map(toNewsCardData),
    latest: toNewsCardPage(latest),
  };
}

/** The ticker's prices, formatted by the server. */
export type TickerPrices = Awaited<ReturnType<typeof loadPrices>>;

async function loadPrices(context: Readonly<RouterContextProvider>) {
  const { prices, at, isSample } = await operation(context, (app) => app.market.readMarket());
  return {
    updatedAt: at,
    sampleNotice: isSample ? SAMPLE_PRICES_NOTICE : null,
    prices: prices.map(({ symbol, name, price, changePercent }) => ({
      symbol,
      name,
      price: formatPrice(price),
      change: changePercent === null ? null : formatChange(changePercent),
      isDown: (changePercent ?? 0) < 0,
    })),
  };
}
