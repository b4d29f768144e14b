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

/** The body of an answer, inflated as it comes: it is cut off at its limit, not after. Throws SafeFetchError. */
export async function readAnswer(answer: IncomingMessage, bytes: number): Promise<Buffer> {
  if (answer.statusCode === 204 || answer.statusCode === 304) {
    answer.destroy();
    return Buffer.alloc(0);
  }
  const encoding = (answer.headers["content-encoding"] ?? "identity").trim().toLowerCase();
  const inflate = Object.hasOwn(INFLATERS, encoding) ? INFLATERS[encoding] : undefined;
  if (!inflate && encoding !== "identity" && encoding !== "") {
    answer.destroy();
    throw new SafeFetchError("bad_answer", "The answer is packed in a way that was not asked for");
  }
  const tooLarge = () => new SafeFetchError("too_large", `More than ${bytes} bytes`);
  if (Number(answer.headers["content-length"] ?? 0) > bytes) {
    answer.destroy();
    throw tooLarge();
  }
  const source = inflate ? answer.pipe(inflate()) : answer;
  // pipe() passes no errors on: a connection that breaks must end the reading too.
  if (source !== answer) answer.once("error", (error) => source.destroy(error));
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > bytes) throw tooLarge();
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof SafeFetchError) throw error;
    const { code = "" } = error as NodeJS.ErrnoException;
    if (code.startsWith("Z_") || code.startsWith("ERR_BROTLI") || code.startsWith("ERR__ERROR"))
      throw new SafeFetchError("bad_answer", "The answer cannot be unpacked", error);
    throw error;
  } finally {
    answer.destroy();
  }
  return Buffer.concat(chunks);
}
