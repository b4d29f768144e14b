import type { Database } from "#server/database/index.ts";
import type { Announcements } from "#server/platform/announcements.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { RateLimits } from "#server/rate-limits/index.ts";
import type { BigKinds } from "./big-kinds.ts";

export interface SearchDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly announcements: Pick<Announcements, "on" | "onGap" | "isCurrent">;
  /** Null when rate limits are off. */
  readonly limits: Pick<RateLimits, "consume"> | null;
}

/** What a search for the sources of an answer needs. */
export interface SourceDeps extends Pick<SearchDeps, "database"> {
  readBigKinds(): Promise<BigKinds>;
}

export interface SearchClient {
  readonly address: string;
}
