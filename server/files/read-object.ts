import type { Readable } from "node:stream";
import type { ByteRange } from "#core/storage/byte-range.ts";
import { ATTEMPTS_MAX, type S3Connection, type S3Timeouts } from "./s3-client.ts";

interface S3Object {
  readonly Bucket: string;
  readonly Key: string;
}

/**
 * Reads a file from S3. If the response is interrupted, the rest is requested separately. `size` is the total size.
 * Destroy `firstResponse` if you don't read the chunks.
 */
export async function readS3Object(
  connection: S3Connection,
  object: S3Object,
  { idleMs, responseMs }: S3Timeouts,
  range?: ByteRange,
) {
  const request = (part: ByteRange | undefined) => getObject(connection, object, responseMs, part);
  const { body, size } = await request(range);
  const requestedRange = range ?? { start: 0, end: size - 1 };
  const open = async (rest: ByteRange) => (await request(rest)).body;
  return { size, chunks: readWithRetries(requestedRange, body, { idleMs, open }), firstResponse: body };
}

async function getObject(
  { client, sdk }: S3Connection,
  object: S3Object,
  requestTimeout: number,
  range: ByteRange | undefined,
) {
  const Range = range && `bytes=${range.start}-${range.end}`;
  const { Body, ContentLength, ContentRange } = await client.send(
    new sdk.GetObjectCommand({ ...object, ...(Range && { Range }) }),
    { requestTimeout },
  );
  const total = /\/(\d+)$/.exec(ContentRange ?? "")?.[1] ?? ContentLength;
  if (total === undefined || (range && ContentRange === undefined))
    throw new Error("the response doesn't say which part of the file it contains");
  return { body: Body as Readable, size: Number(total) };
}

type Chunks = AsyncIterable<Uint8Array> & { destroy(error?: Error): unknown };

/** Requests the rest if the response is interrupted or stalls, at most twice without progress. */
async function* readWithRetries(
  range: ByteRange,
  firstResponse: Chunks,
  { idleMs, open }: { idleMs: number; open: (rest: ByteRange) => Promise<Chunks> },
): AsyncGenerator<Uint8Array> {
  let { start } = range;
  if (start > range.end) firstResponse.destroy();
  let chunks: Chunks | undefined = firstResponse;
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
