import type { Database } from "#server/database/index.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Log } from "#server/platform/log.ts";
import type { SafeFetch } from "#server/platform/safe-fetch.ts";

export interface MarketDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  /** Fetches from the configured source, which may have a private IP address. */
  readonly safeFetch: SafeFetch;
  /** MARKET_URL. If null, samples are shown. */
  readonly url: string | null;
}
