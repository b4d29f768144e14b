import { LRUCache } from "lru-cache";

/** Enough for about 800 images. */
const BYTES_MAX = 32 * 1024 * 1024;

/** Caches images by URL. Concurrent requests for the same image wait for one result; failures aren't cached. */
export function createImageCache(bytesMax = BYTES_MAX) {
  const cache = new LRUCache<string, Buffer>({ maxSize: bytesMax, sizeCalculation: ({ length }) => length });
  const pending = new Map<string, Promise<Buffer>>();

  async function storeWhenDone(url: string, rendering: Promise<Buffer>): Promise<Buffer> {
    try {
      const image = await rendering;
      cache.set(url, image);
      return image;
    } finally {
      pending.delete(url);
    }
  }

  return {
    /** Whether the image is cached or already being rendered. */
    has: (url: string) => cache.has(url) || pending.has(url),
    async get(url: string, render: () => Promise<Buffer>): Promise<Buffer> {
      const cached = cache.get(url) ?? pending.get(url);
      if (cached) return cached;
      const rendering = storeWhenDone(url, render());
      pending.set(url, rendering);
      return rendering;
    },
    getSize: () => cache.calculatedSize,
  };
}
