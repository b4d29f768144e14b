import type { FileContent, FileStore } from "./file-store.ts";
import type { Location, LocationCache, StoreName } from "./location.ts";

export interface Stores extends Readonly<Record<StoreName, FileStore | null>> {
  readonly disk: FileStore;
}

/**
 * Writes to the current store. Reads, lists and deletes files in the current store, and also in the previous one while
 * that may still contain files.
 */
export function createSiteFiles(stores: Stores, locations: LocationCache): FileStore {
  const listStores = ({ store, previous }: Location): FileStore[] =>
    [stores[store], previous && stores[previous]].filter((found) => found !== null);

  async function getCurrentStore(): Promise<FileStore> {
    const { store } = await locations.read();
    const currentStore = stores[store];
    if (!currentStore) throw new Error(`this process has no settings for the store "${store}"`);
    return currentStore;
  }

  /** A store's error only counts if no other store has the file. */
  async function findIn<T>(location: Location, find: (store: FileStore) => Promise<T | undefined>) {
    let failure: { readonly error: unknown } | undefined;
    for (const store of listStores(location)) {
      try {
        const found = await find(store);
        if (found !== undefined) return found;
      } catch (error) {
        failure ??= { error };
      }
    }
    if (failure) throw failure.error;
    return undefined;
  }

  /**
   * Finds a file. If it is missing, reads the location again, because a move may have begun and this process may not
   * have been notified yet.
   */
  async function find<T>(findOne: (store: FileStore) => Promise<T | undefined>): Promise<T | undefined> {
    const location = await locations.read();
    const found = await findIn(location, findOne);
    if (found !== undefined) return found;
    const latestLocation = await locations.refresh();
    const hasLocationChanged =
      latestLocation.store !== location.store || latestLocation.previous !== location.previous;
    return hasLocationChanged ? findIn(latestLocation, findOne) : undefined;
  }

  const files: FileStore = {
    put: async (path, bytes, options) => (await getCurrentStore()).put(path, bytes, options),
    get: (path, range) => find<FileContent>((store) => store.get(path, range)),
    has: async (path) =>
      (await find(async (store) => ((await store.has(path)) ? true : undefined))) !== undefined,

    async copy(from, to) {
      const currentStore = await getCurrentStore();
      if (await currentStore.copy(from, to)) return true;
      const content = await files.get(from);
      if (!content) return false;
      await currentStore.put(to, content.body, { maxBytes: content.size });
      return true;
    },

    async delete(path) {
      const results = await Promise.allSettled(
        listStores(await locations.read()).map((store) => store.delete(path)),
      );
      for (const result of results) if (result.status === "rejected") throw result.reason;
    },

    async *list(folder) {
      for (const store of listStores(await locations.read())) yield* store.list(folder);
    },

    async deletePartials(folder, before) {
      // Images are buffered on the disk while they are being uploaded, even if all files are on S3.
      const partialStores = new Set([stores.disk, ...listStores(await locations.read())]);
      let count = 0;
      for (const store of partialStores) count += await store.deletePartials(folder, before);
      return count;
    },
  };
  return files;
}
