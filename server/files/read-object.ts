import type { Readable } from "node:stream";
import type { ByteRange } from "#core/storage/byte-range.ts";
import { readWithRetries } from "./read-with-retries.ts";
import type { S3Connection, S3Timeouts } from "./s3-client.ts";

interface S3Object {
  readonly Bucket: string;
  readonly Key: string;
}

export interface S3Content {
  /** The total size of the object, even if only a range of it is read. */
  readonly size: number;
  readonly chunks: AsyncGenerator<Uint8Array>;
  /** The first response. Destroy it if you don't read the chunks. */
  readonly first: Readable;
}

/** Reads a file from S3. If the response is interrupted, the rest is requested again. */
export async function readS3Object(
  connection: S3Connection,
  object: S3Object,
  { idleMs, responseMs }: S3Timeouts,
  range?: ByteRange,
): Promise<S3Content> {
  const request = (part: ByteRange | undefined) => getObject(connection, object, responseMs, part);
  const { body, size } = await request(range);
  const requestedRange = range ?? { start: 0, end: size - 1 };
  const open = async (rest: ByteRange) => (await request(rest)).body;
  return { size, chunks: readWithRetries(requestedRange, body, { idleMs, open }), first: body };
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
