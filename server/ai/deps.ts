import type { Rarity } from "#analyzers/relevance/rate.ts";
import type { SiteDocument } from "#core/ai/analysis.ts";
import type { ToolId } from "#core/ai/tools.ts";
import type { AssetPrices } from "#core/market/assets.ts";
import type { Auth } from "#server/auth/index.ts";
import type { Database } from "#server/database/index.ts";
import type { Market } from "#server/market/index.ts";
import type { News } from "#server/news/index.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Log } from "#server/platform/log.ts";
import type { Allowances, RateLimits } from "#server/rate-limits/index.ts";
import type { Search } from "#server/search/index.ts";
import type { AnalyzerPool } from "./analyzers/analyzer-pool.ts";
import type { SharedHistories } from "./analyzers/share-histories.ts";
import type { RejectedClients } from "./client.ts";
import type { LookupCall } from "./lookups/definitions.ts";
import type { FoundSource } from "./lookups/number-sources.ts";
import type { ModelSet } from "./provider/ask-models.ts";
import type { ProviderClient } from "./provider/provider-client.ts";
import type { Timing } from "./provider/stream-answer.ts";

export interface AiSettings {
  /** An OpenAI-compatible endpoint; null if the built-in analyzers answer. */
  readonly baseUrl: string | null;
  readonly apiKey: string | null;
  /** The models in the order in which they are tried; at least one. */
  readonly models: readonly string[];
  readonly limits: {
    readonly visitor: ClientLimits;
    readonly member: ClientLimits;
    readonly sitePerDay: number;
  };
  readonly timing: Timing;
  /** Milliseconds for everything before the provider is called: reading the request, querying the database, analyzing. */
  readonly prepareMs: number;
  /** Number of proxies whose forwarded headers are trusted; 0 for none. */
  readonly trustProxy: number;
}

export interface RelevantMaterial {
  readonly documents: readonly SiteDocument[];
  readonly rarity: Rarity;
}

export interface MaterialFinder {
  /**
   * Finds documents that may be about the input, each with the start of its text. Runs two queries at most, besides
   * cached ones.
   */
  findDocuments(tool: ToolId, input: string): Promise<RelevantMaterial>;
  readPrices(): Promise<AssetPrices>;
  /** Reads the histories of all assets. Cached for ten minutes. */
  readHistories(): Promise<SharedHistories>;
}

export interface ClientLimits {
  readonly perMinute: number;
  readonly perDay: number;
}

/** The site settings that apply to the AI tools. */
export interface AiSiteSettings {
  read(): Promise<{ readonly aiTools: boolean; readonly aiLimits: AiSettings["limits"] }>;
}

export interface AiDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly allowances: Allowances;
  readonly rejectedClients: RejectedClients;
  readonly settings: AiSettings;
  readonly site: AiSiteSettings;
  readonly analyzers: AnalyzerPool;
  /** Calls the provider; null if none is configured. */
  readonly provider: ProviderClient | null;
  readonly auth: Pick<Auth, "identifyClient">;
  readonly material: MaterialFinder;
  /** Looks something up for a model, with a visitor's rights. */
  runLookup(call: LookupCall, signal: AbortSignal): Promise<readonly FoundSource[]>;
  /** Models for which the provider rejected function calls within the last hour. */
  readonly modelsWithoutFunctions: ModelSet;
  readonly limits: Pick<RateLimits, "consume">;
  readonly titles: Pick<Search, "readTitles">;
}

export interface MaterialDeps {
  readonly news: Pick<News, "listNews" | "readArticleTexts">;
  readonly search: Pick<
    Search,
    "find" | "findSources" | "findNewestSources" | "readSources" | "readTitles" | "readWordStatistics"
  >;
  readonly market: Pick<Market, "readPrices" | "readDailyHistories">;
}
