import { StorageError } from "#core/storage/storage-errors.ts";

export interface Part {
  readonly name: string;
  /** Null for a text field. */
  readonly filename: string | null;
  readonly contentType: string | null;
  /** To be read before the next part is requested, which skips whatever wasn't read. */
  readonly bytes: AsyncIterable<Uint8Array>;
}

const HEADERS_MAX = 16 * 1024;
const PARTS_MAX = 50;

/** Throws StorageError("InvalidRequest") if there is no boundary. */
export function parseBoundary(contentType: string): string {
  const [, quoted, bare] = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType) ?? [];
  const boundary = quoted ?? bare;
  if (boundary === undefined) throw createFormError("no boundary is given");
  return boundary;
}

/**
 * Streams the parts of a multipart/form-data body; no part is buffered in full. Throws
 * StorageError("InvalidRequest") for an invalid or truncated body.
 */
export async function* parseMultipart(
  body: AsyncIterable<Uint8Array>,
  boundary: string,
): AsyncGenerator<Part> {
  const source = body[Symbol.asyncIterator]();
  const delimiter = Buffer.from(`\r\n--${boundary}`, "latin1");
  // The first boundary may be at the very beginning, without the line break before it.
  let buffered = Buffer.from("\r\n");

  async function readMore(): Promise<void> {
    const { done, value } = await source.next();
    if (done) throw createFormError("it ends early");
    buffered = Buffer.concat([buffered, value]);
  }

  async function* readUntilDelimiter(): AsyncGenerator<Uint8Array> {
    for (;;) {
      const index = buffered.indexOf(delimiter);
      const ready = index >= 0 ? index : Math.max(0, buffered.length - delimiter.length + 1);
      const piece = buffered.subarray(0, ready);
      buffered = buffered.subarray(index >= 0 ? index + delimiter.length : ready);
      if (piece.length > 0) yield piece;
      if (index >= 0) return;
      await readMore();
    }
  }

  async function readUpTo(mark: string): Promise<string> {
    for (;;) {
      const index = buffered.indexOf(mark);
      if (index > HEADERS_MAX || (index < 0 && buffered.length > HEADERS_MAX))
        throw createFormError("a header is too long");
      if (index >= 0) {
        const text = buffered.toString("utf8", 0, index);
        buffered = buffered.subarray(index + mark.length);
        return text;
      }
      await readMore();
    }
  }

  try {
    for await (const _preamble of readUntilDelimiter());
    for (let parts = 0; ; parts += 1) {
      while (buffered.length < 2) await readMore();
      if (buffered.toString("latin1", 0, 2) === "--") return;
      if (parts >= PARTS_MAX) throw createFormError("it has too many parts");
      if ((await readUpTo("\r\n")).trim() !== "")
        throw createFormError("a boundary is not followed by a line break");
      // In a part without headers, the empty line follows the boundary immediately.
      buffered = Buffer.concat([Buffer.from("\r\n"), buffered]);
      const headers = parseHeaders(await readUpTo("\r\n\r\n"));
      const bytes = readUntilDelimiter();
      yield { ...parseDisposition(headers), bytes };
      for await (const _rest of bytes);
    }
  } finally {
    await source.return?.();
  }
}

function parseHeaders(text: string): Map<string, string> {
  const headers = new Map<string, string>();
  for (const line of text.split("\r\n")) {
    const index = line.indexOf(":");
    if (index > 0) headers.set(line.slice(0, index).trim().toLowerCase(), line.slice(index + 1).trim());
  }
  return headers;
}

function parseDisposition(headers: Map<string, string>): Omit<Part, "bytes"> {
  const disposition = headers.get("content-disposition") ?? "";
  if (!/^form-data\b/i.test(disposition)) throw createFormError("a part is not form-data");
  const getParameter = (name: string) => {
    const [, quoted, bare] = new RegExp(`;\\s*${name}=(?:"([^"]*)"|([^\\s;]*))`, "i").exec(disposition) ?? [];
    return quoted ?? bare ?? null;
  };
  return {
    name: getParameter("name") ?? "",
    filename: getParameter("filename"),
    contentType: headers.get("content-type") ?? null,
  };
}

function createFormError(reason: string): StorageError {
  return new StorageError("InvalidRequest", { message: `The multipart body is invalid: ${reason}` });
}
