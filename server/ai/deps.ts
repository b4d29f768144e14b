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
import type { RefusedClients } from "./client.ts";
import type { AnswerOpener } from "./provider/open-answer.ts";
import type { Timing } from "./provider/stream-answer.ts";

export interface AiSettings {
  /** An OpenAI-compatible endpoint; null if the built-in analysts answer. */
  readonly baseUrl: string | null;
  readonly apiKey: string | null;
  /** At least one, in the order to try. */
  readonly models: readonly string[];
  readonly limits: {
    readonly visitor: PersonLimits;
    readonly member: PersonLimits;
    readonly sitePerDay: number;
  };
  readonly timing: Timing;
  /** How many proxies' forwarded headers to trust. */
  readonly trustProxy: number;
}

/** Finds material on this site for an input. */
export interface FindMaterial {
  /** Articles, then posts, best matches first, each with the start of its text. At most five queries. */
  findDocuments(tool: ToolId, input: string): Promise<readonly SiteDocument[]>;
  readPrices(): Promise<AssetPrices>;
  /** For all assets. Cached for ten minutes. */
  readHistories(): Promise<SharedHistories>;
}

/** Limits on answers for one person. */
export interface PersonLimits {
  readonly perMinute: number;
  readonly perDay: number;
}

/** The site settings that apply to the AI tools. */
export interface AiRules {
  read(): Promise<{ readonly aiTools: boolean; readonly aiLimits: AiSettings["limits"] }>;
}

/** Dependencies of the AI module's operations. */
export interface AiDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly allowances: Allowances;
  readonly refused: RefusedClients;
  readonly settings: AiSettings;
  readonly site: AiRules;
  readonly analysts: AnalystThread;
  /** The connection to the provider; null if none is configured. */
  readonly provider: AnswerOpener | null;
  /** The auth functions needed to identify the bearer of a token. */
  readonly auth: {
    identifyCaller(
      header: string | undefined,
    ): Promise<{ readonly userId: string | null; readonly isAnonymous: boolean }>;
    toRefusal(error: unknown): { readonly status: number; readonly message: string } | undefined;
  };
  readonly material: FindMaterial;
}

/** Plain texts by id, each truncated to `length` characters. */
export type ReadTexts = (ids: readonly string[], length: number) => Promise<ReadonlyMap<string, string>>;

/** The modules that material comes from. */
export interface MaterialDeps {
  /** Restricted to what anonymous visitors can read. */
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
