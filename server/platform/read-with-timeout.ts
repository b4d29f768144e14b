import { withTimeout } from "./deadline.ts";

/** Time limits for reading a request body, in milliseconds. */
export interface ReadTimeouts {
  /** Limit for the next chunk. */
  readonly idleMs: number;
  /** Limit for all chunks. */
  readonly totalMs: number;
}

/**
 * Yields the chunks of a body. Throws `createError()` if the client sends too slowly. The rest of the body can still be
 * read afterwards.
 */
export async function* readWithTimeout(
  body: ReadableStream<Uint8Array>,
  { idleMs, totalMs }: ReadTimeouts,
  createError: () => Error,
): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  const endsAt = performance.now() + totalMs;
  try {
    for (;;) {
      const timeoutMs = Math.min(idleMs, endsAt - performance.now());
      const { done, value } = await withTimeout(timeoutMs, reader.read(), createError);
      if (done) return;
      yield value;
    }
  } finally {
    reader.releaseLock();
  }
}
