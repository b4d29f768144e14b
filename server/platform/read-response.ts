import type { IncomingMessage } from "node:http";
import type { Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { SafeFetchError } from "./safe-fetch-error.ts";

const INFLATERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  "x-gzip": createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** Reads a response body, decompressing as it arrives and stopping at the size limit. Throws SafeFetchError. */
export async function readResponseBody(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  if (response.statusCode === 204 || response.statusCode === 304) {
    response.destroy();
    return Buffer.alloc(0);
  }
  const encoding = (response.headers["content-encoding"] ?? "identity").trim().toLowerCase();
  const inflate = Object.hasOwn(INFLATERS, encoding) ? INFLATERS[encoding] : undefined;
  if (!inflate && encoding !== "identity" && encoding !== "") {
    response.destroy();
    throw new SafeFetchError("bad_response", "The response has an unsupported content encoding");
  }
  const createTooLargeError = () => new SafeFetchError("too_large", `More than ${maxBytes} bytes`);
  if (Number(response.headers["content-length"] ?? 0) > maxBytes) {
    response.destroy();
    throw createTooLargeError();
  }
  const source = inflate ? response.pipe(inflate()) : response;
  // pipe() doesn't forward errors: a broken connection must also end the read.
  if (source !== response) response.once("error", (error) => source.destroy(error));
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) throw createTooLargeError();
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof SafeFetchError) throw error;
    const { code = "" } = error as NodeJS.ErrnoException;
    if (code.startsWith("Z_") || code.startsWith("ERR_BROTLI") || code.startsWith("ERR__ERROR"))
      throw new SafeFetchError("bad_response", "The response can't be decompressed", error);
    throw error;
  } finally {
    response.destroy();
  }
  return Buffer.concat(chunks);
}
