import type { Announcements } from "./announcements.ts";
import type { Log } from "./log.ts";
import { dependOn, runShared } from "./request-scope.ts";

/** Data from the site's settings, cached in this process's memory. */
export interface AnnouncedCache<Data> {
  /** Returns the cached data. After a change it is read again, usually in the background. */
  get(): Promise<Data>;
  /** Reads the data again; later calls of `get` wait for this. */
  refresh(): Promise<Data>;
}

interface CacheOptions<Data> {
  readonly read: () => Promise<Data>;
  /** The name of the data in the log. */
  readonly name: string;
  readonly log: Log;
  /** If undefined, only this process changes the data. */
  readonly announcements: Pick<Announcements, "on" | "onGap"> | undefined;
}

/**
 * Caches data that administrators change in the settings. It is read again when any process on the database has
 * changed it, or when an announcement may have been missed. While reading fails, the last known data is used.
 */
export function createAnnouncedCache<Data>(options: CacheOptions<Data>): AnnouncedCache<Data> {
  const { read, name, log, announcements } = options;
  let current: Promise<Data> | undefined;
  let last: { readonly data: Data } | undefined;

  function refresh(): Promise<Data> {
    const reading = runShared(read);
    current = reading;
    reading.then(
      (data) => {
        if (current === reading) last = { data };
      },
      () => {
        if (current === reading) current = undefined;
      },
    );
    return reading;
  }

  const refreshInBackground = () =>
    void refresh().catch((error: unknown) => log.warn({ error: String(error) }, `${name} could not be read`));
  announcements?.on("settings", refreshInBackground);
  announcements?.onGap(refreshInBackground);

  return {
    refresh,
    async get() {
      dependOn("settings");
      try {
        return await (current ?? refresh());
      } catch (error) {
        if (last) return last.data;
        throw error;
      }
    },
  };
}
