import { randomUUID } from "node:crypto";
import type { SiteDocument } from "#core/ai/analysis.ts";
import { cut } from "#core/ai/prompt.ts";
import { formatList } from "#core/format-list.ts";
import { ASSETS, type AssetPrice } from "#core/market/assets.ts";
import type { PriceHistory } from "#core/market/price-history.ts";
import { formatChange } from "#core/market/wording.ts";
import { NEWS_CATEGORIES, NEWS_CATEGORY_LABELS } from "#core/news/categories.ts";
import { cleanSearch } from "#core/search/kinds.ts";
import type { SearchResult } from "#core/search/types.ts";
import type { Database } from "#server/database/index.ts";
import { withDeadline } from "#server/platform/deadline.ts";
import { runInRequestScope } from "#server/platform/request-scope.ts";
import type { AiDeps, MaterialDeps } from "../deps.ts";
import { type LookupCall, SEARCHED_KINDS, type SearchedKind } from "./definitions.ts";
import type { FoundSource } from "./number-sources.ts";

type LookupDeps = MaterialDeps &
  Pick<AiDeps, "clock" | "analyzers" | "material"> & { readonly database: Pick<Database, "cancel"> };

/** The time limit of a lookup. Scanning a contract has its own limit, which is equally long. */
const DEADLINE_MS = 10_000;
const RESULTS_MAX = 6;
const ARTICLES_MAX = 8;
/** Maximum lengths of a result's text, in characters. */
const TEXT_MAX = 1_200;
const ARTICLE_TEXT_MAX = 700;
const SCAN_TEXT_MAX = 6_000;

/**
 * Runs a lookup in its own request scope, so that its deadline cancels only its own statements. Returns only what every
 * visitor can read, regardless of who asks.
 */
export function runLookup(deps: LookupDeps, call: LookupCall, signal: AbortSignal): Promise<FoundSource[]> {
  return runInRequestScope(randomUUID(), () =>
    withDeadline(() => run(deps, call, signal), {
      timeoutMs: DEADLINE_MS,
      cancel: deps.database.cancel,
      createError: () => new Error(`a lookup took more than ${DEADLINE_MS} ms`),
    }),
  );
}

function run(deps: LookupDeps, call: LookupCall, signal: AbortSignal): Promise<FoundSource[]> {
  switch (call.name) {
    case "search_site":
      return searchSite(deps, cleanSearch(call.query), call.kinds?.length ? call.kinds : SEARCHED_KINDS);
    case "get_prices":
      return readPrices(deps, call.assets);
    case "get_news":
      return readNews(deps, cleanSearch(call.topic ?? ""));
    case "scan_contract":
      return scanContract(deps, call.source, signal);
  }
}

const DOCUMENT_KINDS = { posts: "post", comments: "comment", news: "article" } as const;

/** Tries the site's own search first. If few documents match all words, adds some that are relevant to the query. */
async function searchSite({ search, material }: LookupDeps, query: string, kinds: readonly SearchedKind[]) {
  const wantedKinds = new Set<string>(kinds.map((kind) => DOCUMENT_KINDS[kind]));
  const [onlyKind] = kinds;
  const { items } = await search.find(null, {
    search: query,
    kind: kinds.length === 1 && onlyKind ? onlyKind : "all",
    cursor: null,
  });
  const results = items.filter(({ kind }) => wantedKinds.has(kind)).slice(0, RESULTS_MAX);
  const listIds = (kind: SearchResult["kind"]) =>
    results.filter((result) => result.kind === kind).map(({ id }) => id);
  const documents = await search.readSources({
    posts: listIds("post"),
    comments: listIds("comment"),
    articles: listIds("article"),
  });
  const foundDocuments = results.flatMap(({ id }) => documents.filter(({ path }) => path.endsWith(`/${id}`)));
  if (foundDocuments.length < RESULTS_MAX / 2) {
    const { documents } = await material.findDocuments("chatbot", query);
    const knownPaths = new Set(foundDocuments.map(({ path }) => path));
    foundDocuments.push(
      ...documents.filter(({ kind, path }) => wantedKinds.has(kind) && !knownPaths.has(path)),
    );
  }
  return foundDocuments.slice(0, RESULTS_MAX).map((document) => toFoundSource(document, TEXT_MAX));
}

function toFoundSource({ kind, text, title, path, attribution, date, isSample }: SiteDocument, max: number) {
  return { kind, text: cut(text.trim(), max), source: { title, path, attribution, date, isSample } };
}

async function readNews({ news, material }: LookupDeps, topic: string): Promise<FoundSource[]> {
  const category = NEWS_CATEGORIES.find(
    (name) =>
      name === topic.toLowerCase() || NEWS_CATEGORY_LABELS[name].toLowerCase() === topic.toLowerCase(),
  );
  const { items } = await news.listNews({
    category: category ?? "all",
    search: category ? "" : topic,
    cursor: null,
    size: ARTICLES_MAX,
  });
  const cards = items.slice(0, ARTICLES_MAX);
  if (cards.length === 0) {
    const { documents } = await material.findDocuments("chatbot", topic);
    return documents
      .filter(({ kind }) => kind === "article")
      .slice(0, ARTICLES_MAX)
      .map((document) => toFoundSource(document, ARTICLE_TEXT_MAX));
  }
  const texts = await news.readArticleTexts(
    cards.map(({ id }) => id),
    ARTICLE_TEXT_MAX,
  );
  return cards.map(({ id, title, excerpt, source, publishedAt, isSample }) =>
    toFoundSource(
      {
        kind: "article",
        path: `/news/${id}`,
        title,
        text: texts.get(id) ?? excerpt,
        attribution: source,
        date: publishedAt,
        isSample,
      },
      ARTICLE_TEXT_MAX,
    ),
  );
}

/** The periods of the price changes, in days. */
const PERIODS = [7, 30, 365];
const DAY_MS = 86_400_000;

async function readPrices({ market, clock }: LookupDeps, names: readonly string[]): Promise<FoundSource[]> {
  const namedAssets = names.map((name) => ({ name, asset: findAsset(name) }));
  const symbols = new Set(namedAssets.flatMap(({ asset }) => (asset ? [asset.symbol] : [])));
  const unknownNames = namedAssets.filter(({ asset }) => !asset).map(({ name }) => name);
  const [{ prices, isSample }, histories] = await Promise.all([
    market.readPrices("all"),
    market.readDailyHistories([...symbols], Math.max(...PERIODS) + 1),
  ]);
  const latestPrices = prices.filter(({ symbol }) => symbols.has(symbol));
  const lines = latestPrices.map((price) =>
    formatPrice(
      price,
      histories.find(({ symbol }) => symbol === price.symbol),
      clock.now(),
    ),
  );
  if (unknownNames.length > 0)
    lines.push(
      `No prices here for ${formatList(unknownNames)}. Known: ${ASSETS.map(({ symbol }) => symbol).join(", ")}.`,
    );
  const dates = latestPrices.flatMap(({ at }) => at ?? []).sort();
  return [
    {
      kind: "prices",
      text: lines.join("\n"),
      source: {
        title: "Prices on this site, in US dollars",
        path: null,
        attribution: isSample ? "made-up sample data" : "latest known prices",
        date: dates.at(-1) ?? clock.now().toISOString(),
        isSample,
      },
    },
  ];
}

function findAsset(name: string) {
  const word = name.replace(/^\$/, "").toLowerCase();
  return ASSETS.find(({ symbol, name }) => symbol.toLowerCase() === word || name.toLowerCase() === word);
}

/** Formats a price: "BTC (Bitcoin): 97000, 24 hours +1.20%, 7 days −3.10%". */
function formatPrice(
  { symbol, name, price, changePercent }: AssetPrice,
  history: PriceHistory | undefined,
  now: Date,
): string {
  const changes = PERIODS.flatMap((period) => {
    const day = new Date(now.getTime() - period * DAY_MS).toISOString().slice(0, 10);
    const earlierDay = history?.days.find(({ date }) => date === day);
    return earlierDay ? [`${period} days ${formatChange(100 * (price / earlierDay.price - 1))}`] : [];
  });
  return [
    `${symbol} (${name}): ${price}`,
    ...(changePercent === null ? [] : [`24 hours ${formatChange(changePercent)}`]),
    ...changes,
  ].join(", ");
}

async function scanContract(
  { analyzers, clock }: LookupDeps,
  source: string,
  signal: AbortSignal,
): Promise<FoundSource[]> {
  const today = clock.now().toISOString().slice(0, 10);
  const { markdown } = await analyzers.analyze(
    { tool: "scanner", input: source, documents: [], rarity: {}, turns: [], histories: null, today },
    signal,
  );
  const [, name] = /\bcontract\s+([\w$]{1,60})/.exec(source) ?? [];
  return [
    {
      kind: "scan",
      text: cut(markdown, SCAN_TEXT_MAX),
      source: {
        title: name ? `Scan of the contract ${name}` : "Scan of a contract",
        path: null,
        attribution: "this site's contract scanner",
        date: null,
        isSample: false,
      },
    },
  ];
}
