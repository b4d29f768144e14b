import type { Viewer } from "#core/accounts/member.ts";
import type { ListedSource } from "#core/news/sources.ts";
import type { Database } from "#server/database/index.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Log } from "#server/platform/log.ts";
import type { SafeFetch } from "#server/platform/safe-fetch.ts";
import type { FeedReader } from "./feed/feed-reader.ts";
import type { ImageFiles } from "./images/image-files.ts";

export interface NewsSettings {
  /** The configured feeds, from NEWS_SOURCES or the built-in list. */
  readonly sources: readonly ListedSource[];
  /** Default minutes between fetches; null disables polling. */
  readonly pollMinutes: number | null;
  /** A proxy whose JSON response has the feed in `contents`. The feed's URL replaces {url} or is appended. */
  readonly proxyUrl: string | null;
  /** The time limit per source in milliseconds, including DNS. */
  readonly fetchMs: number;
  readonly concurrency: number;
}

export interface NewsDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly safeFetch: SafeFetch;
  /** The fetch function for the configured proxy, which may have a private IP address. */
  readonly proxyFetch: SafeFetch;
  readonly reader: FeedReader;
  readonly imageFiles: ImageFiles;
  readonly settings: NewsSettings;
  readonly forum: {
    createPost(
      viewer: Viewer,
      post: {
        title: string;
        content: string;
        category: string;
        tags: readonly string[];
        draftId: string;
        requestId: string;
        isPublishedOnlyOnce: true;
      },
    ): Promise<{ id: string }>;
  };
  readonly origin: string;
}
