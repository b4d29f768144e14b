import { isMimeType } from "#core/storage/limits.ts";
import { StorageError } from "#core/storage/storage-errors.ts";
import { boundaryOf, type Part, readMultipart } from "./multipart.ts";

export interface UploadDetails {
  readonly contentType: string;
  readonly cacheControl: string;
  readonly userMetadata: Record<string, unknown>;
}

/** An upload of which only the beginning has come in. */
export interface IncomingUpload {
  /** What is known of it before its bytes are read. */
  readonly expected: UploadDetails;
  /** Null when it comes without saying how long it is. */
  readonly declaredSize: number | null;
  readonly bytes: AsyncIterable<Uint8Array>;
  /** To be asked when the bytes are read: a form may say more behind its file. */
  details(): Promise<UploadDetails>;
}

const TEXT_MAX = 64 * 1024;
const DEFAULT_TYPE = "application/octet-stream";

/** Reads what comes before the bytes. Throws StorageError: InvalidRequest, InvalidMimeType. */
export async function readUpload(request: Request): Promise<IncomingUpload> {
  const contentType = request.headers.get("content-type") ?? "";
  const body = bytesOf(request.body ?? new Blob([]).stream());
  if (/^multipart\/form-data\b/i.test(contentType)) {
    return readForm(readMultipart(body, boundaryOf(contentType)));
  }
  const length = request.headers.get("content-length");
  const expected = detailsOf({
    contentType: contentType || null,
    cacheControl: request.headers.get("cache-control"),
    metadata: fromBase64(request.headers.get("x-metadata")),
  });
  return {
    expected,
    declaredSize: length !== null && /^\d{1,15}$/.test(length) ? Number(length) : null,
    bytes: body,
    details: async () => expected,
  };
}

/** What is not read stays readable: a refusal reads the rest before it is told. */
async function* bytesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of body.values({ preventCancel: true })) yield chunk;
  } catch (cause) {
    if (cause instanceof StorageError) throw cause;
    // The caller's connection, not the database's: nobody is left to read this but the log.
    throw new StorageError("InvalidRequest", { message: "The upload was broken off", cause });
  }
}

/** Far above any limit on uploads: only who goes on regardless is cut off. */
const SKIP_MAX = 64 * 1024 * 1024;

/**
 * Reads the rest of a refused upload and throws it away. A browser that is still sending would otherwise see a broken
 * connection and not the refusal. Returns whether all of it came.
 */
export async function skipRest({ body }: Request): Promise<boolean> {
  if (body === null || body.locked) return body === null;
  let left = SKIP_MAX;
  try {
    for await (const chunk of body.values({ preventCancel: true })) {
      left -= chunk.byteLength;
      if (left < 0) return false;
    }
    return true;
  } catch {
    return false;
  }
}

async function readForm(parts: AsyncGenerator<Part>): Promise<IncomingUpload> {
  const texts = new Map<string, string>();
  let left = TEXT_MAX;

  /** Reads texts up to the next file. */
  async function nextFile(): Promise<Part | undefined> {
    for (;;) {
      const { done, value: part } = await parts.next();
      if (done) return undefined;
      if (part.filename !== null || part.name === "") return part;
      const chunks: Uint8Array[] = [];
      for await (const chunk of part.bytes) {
        left -= chunk.byteLength;
        if (left < 0) throw invalid("The texts of the form are too long");
        chunks.push(chunk);
      }
      texts.set(part.name, Buffer.concat(chunks).toString("utf8"));
    }
  }

  const file = await nextFile();
  if (!file) throw invalid("The form holds no file");
  const details = () =>
    detailsOf({
      contentType: texts.get("contentType") ?? file.contentType,
      cacheControl: seconds(texts.get("cacheControl")),
      metadata: texts.get("metadata") ?? null,
    });
  return {
    expected: details(),
    declaredSize: null,
    bytes: file.bytes,
    async details() {
      if (await nextFile()) throw invalid("The form holds more than one file");
      return details();
    },
  };
}

function detailsOf(given: {
  contentType: string | null;
  cacheControl: string | null;
  metadata: string | null;
}): UploadDetails {
  const contentType = given.contentType ?? DEFAULT_TYPE;
  if (!isMimeType(contentType)) throw unsupported(contentType);
  const cacheControl = given.cacheControl ?? "";
  return {
    contentType,
    cacheControl: /^[\x20-\x7e]{1,200}$/.test(cacheControl) ? cacheControl : "no-cache",
    userMetadata: metadataOf(given.metadata),
  };
}

export function unsupported(contentType: string): StorageError {
  const shown = contentType.slice(0, 100).replace(/[^\x20-\x7e]/g, "?");
  return new StorageError("InvalidMimeType", { message: `mime type ${shown} is not supported` });
}

function seconds(cacheControl: string | undefined): string | null {
  if (cacheControl === undefined) return null;
  return /^\d{1,10}$/.test(cacheControl) ? `max-age=${cacheControl}` : cacheControl;
}

function fromBase64(text: string | null): string | null {
  return text === null ? null : Buffer.from(text, "base64").toString("utf8");
}

function metadataOf(json: string | null): Record<string, unknown> {
  if (json === null || json === "") return {};
  try {
    const parsed: unknown = JSON.parse(json);
    // PostgreSQL keeps no NUL in a text.
    if (parsed !== null && typeof parsed === "object" && !Array.isArray(parsed) && !json.includes("\\u0000"))
      return parsed as Record<string, unknown>;
  } catch {
    // Said below.
  }
  throw invalid("metadata must be a JSON object");
}

function invalid(message: string): StorageError {
  return new StorageError("InvalidRequest", { message });
}
