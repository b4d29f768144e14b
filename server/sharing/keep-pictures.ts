import { LRUCache } from "lru-cache";

/** Memory for cached images, about 800 of them. */
const BYTES_MAX = 32 * 1024 * 1024;

/**
 * Caches the most recently used images by URL. Concurrent requests for the same image wait for one result; failures
 * aren't cached.
 */
export function createPictureStore(most = BYTES_MAX) {
  const kept = new LRUCache<string, Buffer>({ maxSize: most, sizeCalculation: ({ length }) => length });
  const underWay = new Map<string, Promise<Buffer>>();

  async function keep(address: string, made: Promise<Buffer>): Promise<Buffer> {
    try {
      const picture = await made;
      kept.set(address, picture);
      return picture;
    } finally {
      underWay.delete(address);
    }
  }

  return {
    /** Whether it is available without drawing. */
    has: (address: string) => kept.has(address) || underWay.has(address),
    async get(address: string, make: () => Promise<Buffer>): Promise<Buffer> {
      const found = kept.get(address) ?? underWay.get(address);
      if (found) return found;
      const made = keep(address, make());
      underWay.set(address, made);
      return made;
    },
    bytes: () => kept.calculatedSize,
  };
}
