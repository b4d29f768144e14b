import { LRUCache } from "lru-cache";

/** As much as pictures may take of this program's memory: some eight hundred of them. */
const BYTES_MAX = 32 * 1024 * 1024;

/**
 * Pictures by their address, those asked for last. Who asks for one that is being made waits for it; a failure is not
 * kept.
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
    /** Whether it need not be made. */
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
