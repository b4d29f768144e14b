import { LRUCache } from "lru-cache";
import { StorageError } from "#core/storage/storage-errors.ts";
import { queueImageTask } from "#server/platform/image-reader.ts";
import type { Rendition } from "./encode-rendition.ts";

const CACHE_MAX_BYTES = 32 * 1024 * 1024;
const CACHE_MS = 60 * 60 * 1000;
/** How many images may wait in total. */
const WAITING_MAX = 200;
/** How many images requested by one client may wait. */
const WAITING_PER_CLIENT = 20;

interface RenditionRequest {
  /** The cache key, which contains the file's name. A changed object gets a new file. */
  readonly key: string;
  /** The waiting client: an IPv4 address or an IPv6 /64. */
  readonly client: string;
  readonly signal: AbortSignal;
  /** Counts a new rendition toward the client's limit. Throws StorageError("SlowDown"). */
  consumeLimit(): Promise<void>;
  create(): Promise<Rendition>;
}

export class ClientGoneError extends Error {
  override readonly name = "ClientGoneError";
}

export type RenditionCache = ReturnType<typeof createRenditionCache>;

/**
 * Caches rendered images. Renders one at a time, because decoding needs a lot of memory. Callers must check that the
 * object may be read and still has the file that the key names, so that deleting the object or making its bucket
 * private takes effect immediately.
 */
export function createRenditionCache() {
  const cache = new LRUCache<string, Rendition>({
    maxSize: CACHE_MAX_BYTES,
    sizeCalculation: ({ bytes }) => bytes.length + 200,
    ttl: CACHE_MS,
  });
  const pending = new Map<string, Promise<Rendition>>();
  const waitingCounts = new Map<string, number>();

  async function create({
    key,
    client,
    signal,
    consumeLimit,
    create: run,
  }: RenditionRequest): Promise<Rendition> {
    await consumeLimit();
    const clientCount = waitingCounts.get(client) ?? 0;
    const total = [...waitingCounts.values()].reduce((sum, number) => sum + number, 0);
    if (clientCount >= WAITING_PER_CLIENT || total >= WAITING_MAX)
      throw new StorageError("SlowDown", { message: "Too many images are waiting. Please try again later." });
    waitingCounts.set(client, clientCount + 1);
    try {
      const rendition = await queueImageTask(() => {
        if (signal.aborted) throw new ClientGoneError();
        return run();
      }, client);
      cache.set(key, rendition);
      return rendition;
    } finally {
      const remaining = (waitingCounts.get(client) ?? 1) - 1;
      if (remaining > 0) waitingCounts.set(client, remaining);
      else waitingCounts.delete(client);
    }
  }

  /**
   * Finds or renders an image. Throws SlowDown if the client's limit is reached or too many images wait,
   * ClientGoneError if the client disconnects while its image waits, and the errors of `create`.
   */
  async function get(request: RenditionRequest): Promise<Rendition> {
    const cachedRendition = cache.get(request.key);
    if (cachedRendition) return cachedRendition;
    const pendingRendition = pending.get(request.key);
    if (pendingRendition)
      return pendingRendition.catch((error: unknown) => {
        // Only the client of the other request has disconnected or reached its limit.
        const isOtherClientsError =
          error instanceof ClientGoneError || (error instanceof StorageError && error.code === "SlowDown");
        if (isOtherClientsError) return get(request);
        throw error;
      });
    const rendering = create(request).finally(() => pending.delete(request.key));
    pending.set(request.key, rendering);
    return rendering;
  }

  return { get };
}
