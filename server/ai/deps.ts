import type { PriceHistory, SiteDocument } from "#core/ai/analysis.ts";
import type { ToolId } from "#core/ai/tools.ts";
import type { Page, PostCard, PostListQuery } from "#core/forum/types.ts";
import type { AssetPrices } from "#core/market/assets.ts";
import type { NewsCard, NewsListQuery } from "#core/news/types.ts";
import type { Database } from "#server/database/index.ts";
import type { Allowances } from "#server/platform/allowance.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Log } from "#server/platform/log.ts";
import type { AnalystThread } from "./analysts/analyst-thread.ts";
import type { SharedHistories } from "./analysts/share-histories.ts";
import type { RefusedAskers } from "./asker.ts";
import type { AnswerOpener } from "./provider/open-answer.ts";
import type { Timing } from "./provider/stream-answer.ts";

export interface AiSettings {
  /** An OpenAI-compatible endpoint; null: the built-in analysts answer. */
  readonly baseUrl: string | null;
  readonly apiKey: string | null;
  /** One at least, in the order in which they are tried. */
  readonly models: readonly string[];
  readonly limits: {
    readonly visitor: PersonLimits;
    readonly member: PersonLimits;
    readonly sitePerDay: number;
  };
  readonly timing: Timing;
  /** How many proxies' forwarded headers count. */
  readonly trustProxy: number;
}

/** What the site knows that may bear on an input. */
export interface FindMaterial {
  /** Articles, then posts, those that fit best first, each with the beginning of its text. Five statements at most. */
  findDocuments(tool: ToolId, input: string): Promise<readonly SiteDocument[]>;
  readPrices(): Promise<AssetPrices>;
  /** Of every asset. Kept for ten minutes. */
  readHistories(): Promise<SharedHistories>;
}

/** Answers of one person. */
export interface PersonLimits {
  readonly perMinute: number;
  readonly perDay: number;
}

/** The part of the site's settings that the AI tools obey. */
export interface AiRules {
  read(): Promise<{ readonly aiTools: boolean; readonly aiLimits: AiSettings["limits"] }>;
}

/** What every operation of the AI tools works with. */
export interface AiDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly allowances: Allowances;
  readonly refused: RefusedAskers;
  readonly settings: AiSettings;
  readonly site: AiRules;
  readonly analysts: AnalystThread;
  /** The way to the provider; null where none is set. */
  readonly provider: AnswerOpener | null;
  /** The part of the accounts' door that says whose rights a bearer carries. */
  readonly auth: {
    identifyCaller(
      header: string | undefined,
    ): Promise<{ readonly userId: string | null; readonly isAnonymous: boolean }>;
    refusalOf(error: unknown): { readonly status: number; readonly message: string } | undefined;
  };
  readonly material: FindMaterial;
}

/** Plain texts by id, at most `length` characters of each. */
export type ReadTexts = (ids: readonly string[], length: number) => Promise<ReadonlyMap<string, string>>;

/** The doors that material is found through. */
export interface MaterialDoors {
  /** What every visitor may read. */
  readonly forum: {
    listPosts(viewer: null, query: PostListQuery): Promise<Page<PostCard>>;
    readPostTexts: ReadTexts;
  };
  readonly news: { listNews(query: NewsListQuery): Promise<Page<NewsCard>>; readArticleTexts: ReadTexts };
  readonly market: {
    readPrices(symbols: "all"): Promise<AssetPrices>;
    readDailyHistories(symbols: "all", days: number): Promise<PriceHistory[]>;
  };
}
