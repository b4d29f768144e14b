import type { ByteRange } from "#core/storage/byte-range.ts";
import { ATTEMPTS_MAX } from "./s3-client.ts";

type Chunks = AsyncIterable<Uint8Array> & { destroy(error?: Error): unknown };

/** Requests the rest if the response is interrupted or stalls, at most twice without progress. */
export async function* readWithRetries(
  range: ByteRange,
  first: Chunks,
  { idleMs, open }: { idleMs: number; open: (rest: ByteRange) => Promise<Chunks> },
): AsyncGenerator<Uint8Array> {
  let { start } = range;
  if (start > range.end) first.destroy();
  let chunks: Chunks | undefined = first;
  for (let attempt = 1; start <= range.end; attempt += 1) {
    try {
      chunks ??= await open({ start, end: range.end });
      for await (const chunk of failIfIdle(chunks, idleMs)) {
        // Some servers send more than the requested range.
        const part = chunk.subarray(0, range.end + 1 - start);
        start += part.byteLength;
        attempt = 1;
        yield part;
        if (start > range.end) return;
      }
      if (start <= range.end) throw new Error("the response ended early");
    } catch (error) {
      chunks?.destroy();
      chunks = undefined;
      if (attempt >= ATTEMPTS_MAX) throw error;
    }
  }
}

/** Throws an error if no chunk arrives within `idleMs`, not counting the time that the reader itself takes. */
async function* failIfIdle(chunks: Chunks, idleMs: number): AsyncGenerator<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]();
  try {
    for (;;) {
      const timer = setTimeout(() => chunks.destroy(new Error("no data arrived in time")), idleMs);
      const { done, value } = await iterator.next().finally(() => clearTimeout(timer));
      if (done) return;
      yield value;
    }
  } finally {
    chunks.destroy();
  }
}
