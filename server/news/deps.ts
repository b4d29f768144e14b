import type { Viewer } from "#core/accounts/member.ts";
import type { ListedSource } from "#core/news/sources.ts";
import type { Database } from "#server/database/index.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Log } from "#server/platform/log.ts";
import type { SafeFetch } from "#server/platform/safe-fetch.ts";
import type { FeedReader } from "./feed/feed-reader.ts";
import type { PictureFiles } from "./pictures/picture-files.ts";

export interface NewsSettings {
  /** The feeds of the site, as NEWS_SOURCES or the built-in list names them. */
  readonly sources: readonly ListedSource[];
  /** Minutes between two fetches of a source that says no other; null gathers only when asked. */
  readonly pollMinutes: number | null;
  /** Takes the address of a feed at its end or in the place of {url}, and answers with JSON that has `contents`. */
  readonly proxyUrl: string | null;
  /** For a source, from the first name to the last byte. Milliseconds. */
  readonly fetchMs: number;
  /** How many sources are fetched at once. */
  readonly atOnce: number;
}

/** What every operation of the news works with. */
export interface NewsDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly safeFetch: SafeFetch;
  /** The way to the operator's own proxy, which may stand on a private address. */
  readonly proxyFetch: SafeFetch;
  readonly reader: FeedReader;
  readonly files: PictureFiles;
  readonly settings: NewsSettings;
  /** The part of the forum's door that opens a discussion. */
  readonly forum: {
    createPost(
      viewer: Viewer,
      post: {
        title: string;
        content: string;
        category: string;
        tags: readonly string[];
        requestId: string;
      },
    ): Promise<{ id: string }>;
  };
  /** The site's own origin. */
  readonly origin: string;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isUuid(value: string): boolean {
  return UUID.test(value);
}
