import type { Announcements } from "./announcements.ts";
import type { Log } from "./log.ts";
import { dependOn, runShared } from "./request-scope.ts";

interface CacheOptions<Data> {
  readonly read: () => Promise<Data>;
  /** The name of the data in the log. */
  readonly name: string;
  readonly log: Log;
  /** If undefined, only this process changes the data. */
  readonly announcements: Pick<Announcements, "on" | "onGap"> | undefined;
}

/** Caches data from the settings and reads it again after a change. If reading fails, the old data stays in use. */
export function createAnnouncedCache<Data>(options: CacheOptions<Data>) {
  const { read, name, log, announcements } = options;
  let current: Promise<Data> | undefined;
  let last: { readonly data: Data } | undefined;

  /** Reads the data again; later calls of `get` wait for this. */
  function refresh(): Promise<Data> {
    const pendingData = runShared(read);
    current = pendingData;
    pendingData.then(
      (data) => {
        if (current === pendingData) last = { data };
      },
      () => {
        if (current === pendingData) current = undefined;
      },
    );
    return pendingData;
  }

  const refreshInBackground = () =>
    void refresh().catch((error: unknown) => log.warn({ error: String(error) }, `could not read ${name}`));
  announcements?.on("settings", refreshInBackground);
  announcements?.onGap(refreshInBackground);

  return {
    refresh,
    async get(): Promise<Data> {
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
