import { LRUCache } from "lru-cache";

/** Memory for cached images, about 800 of them. */
const BYTES_MAX = 32 * 1024 * 1024;

/**
 * Caches the most recently used images by URL. Concurrent requests for the same image wait for one result; failures
 * aren't cached.
 */
export function createPictureCache(most = BYTES_MAX) {
  const cache = new LRUCache<string, Buffer>({ maxSize: most, sizeCalculation: ({ length }) => length });
  const pending = new Map<string, Promise<Buffer>>();

  async function storeWhenDone(address: string, made: Promise<Buffer>): Promise<Buffer> {
    try {
      const picture = await made;
      cache.set(address, picture);
      return picture;
    } finally {
      pending.delete(address);
    }
  }

  return {
    /** Whether it is available without drawing. */
    has: (address: string) => cache.has(address) || pending.has(address),
    async get(address: string, make: () => Promise<Buffer>): Promise<Buffer> {
      const found = cache.get(address) ?? pending.get(address);
      if (found) return found;
      const made = storeWhenDone(address, make());
      pending.set(address, made);
      return made;
    },
    bytes: () => cache.calculatedSize,
  };
}
