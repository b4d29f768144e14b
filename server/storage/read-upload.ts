import { isMimeType } from "#core/storage/limits.ts";
import { StorageError } from "#core/storage/storage-errors.ts";
import { isStorable } from "#server/platform/is-storable.ts";
import { type ReadTimeouts, readWithTimeout } from "#server/platform/read-with-timeout.ts";
import { readForm } from "./read-form.ts";

export interface UploadDetails {
  readonly contentType: string;
  readonly cacheControl: string;
  readonly userMetadata: Record<string, unknown>;
}

export interface IncomingUpload {
  /** The details that are known before the bytes are read. */
  readonly initialDetails: UploadDetails;
  readonly bytes: AsyncIterable<Uint8Array>;
  /** Reads the details again after the bytes, because in a form, fields may follow the file. */
  readDetails(): Promise<UploadDetails>;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
}

const DEFAULT_TYPE = "application/octet-stream";

/** Slow connections are fine; silent ones aren't. The total equals the server's requestTimeout. */
const UPLOAD_TIMEOUTS: ReadTimeouts = { idleMs: 30_000, totalMs: 300_000 };

/** Allowance for a form's fields, headers and boundaries. */
const FORM_OVERHEAD_MAX_BYTES = 1024 * 1024;

/** Returns the minimum size of the file according to the headers; null without a valid Content-Length. */
export function getDeclaredSize({ headers }: Request): number | null {
  const length = headers.get("content-length");
  if (length === null || !/^\d{1,15}$/.test(length)) return null;
  return isForm(headers) ? Math.max(0, Number(length) - FORM_OVERHEAD_MAX_BYTES) : Number(length);
}

const isForm = (headers: Headers) => /^multipart\/form-data\b/i.test(headers.get("content-type") ?? "");

/** Throws StorageError: InvalidRequest, InvalidMimeType, RequestTimeout. */
export async function readUpload(request: Request, timeouts = UPLOAD_TIMEOUTS): Promise<IncomingUpload> {
  const { headers, signal } = request;
  const contentType = headers.get("content-type");
  const body = readBytes(request.body ?? new Blob([]).stream(), timeouts);
  if (isForm(headers)) return { ...(await readFormUpload(body, contentType ?? "")), signal };
  const details = toDetails({
    contentType: contentType || null,
    cacheControl: headers.get("cache-control"),
    metadata: Buffer.from(headers.get("x-metadata") ?? "", "base64").toString("utf8"),
  });
  return { initialDetails: details, bytes: body, readDetails: async () => details, signal };
}

async function* readBytes(body: ReadableStream<Uint8Array>, timeouts: ReadTimeouts) {
  try {
    yield* readWithTimeout(body, timeouts, () => new StorageError("RequestTimeout"));
  } catch (cause) {
    if (cause instanceof StorageError) throw cause;
    // The client disconnected, so it won't receive this error.
    throw new StorageError("InvalidRequest", { message: "The upload was interrupted", cause });
  }
}

const SKIP_MAX_BYTES = 64 * 1024 * 1024;
const SKIP_TIMEOUTS: ReadTimeouts = { idleMs: 5_000, totalMs: 30_000 };

/** Discards the rest of a refused upload, within limits. */
export async function skipRest({ body }: Request, timeouts = SKIP_TIMEOUTS): Promise<void> {
  if (body === null || body.locked) return;
  let remaining = SKIP_MAX_BYTES;
  try {
    for await (const chunk of readWithTimeout(body, timeouts, () => new StorageError("RequestTimeout"))) {
      remaining -= chunk.byteLength;
      if (remaining < 0) return;
    }
  } catch {
    // The client disconnected or went silent. The upload is refused for its original reason.
  }
}

async function readFormUpload(
  body: AsyncIterable<Uint8Array>,
  formType: string,
): Promise<Omit<IncomingUpload, "signal">> {
  const { contentType, bytes, fields, readRest } = await readForm(body, formType);
  const buildDetails = () =>
    toDetails({
      contentType: fields.get("contentType") ?? contentType,
      cacheControl: toCacheControl(fields.get("cacheControl")),
      metadata: fields.get("metadata") ?? null,
    });
  return {
    initialDetails: buildDetails(),
    bytes,
    async readDetails() {
      await readRest();
      return buildDetails();
    },
  };
}

function toDetails(fields: {
  contentType: string | null;
  cacheControl: string | null;
  metadata: string | null;
}): UploadDetails {
  const contentType = fields.contentType ?? DEFAULT_TYPE;
  if (!isMimeType(contentType)) throw createUnsupportedTypeError(contentType);
  const cacheControl = fields.cacheControl ?? "";
  return {
    contentType,
    cacheControl: /^[\x20-\x7e]{1,200}$/.test(cacheControl) ? cacheControl : "no-cache",
    userMetadata: parseMetadata(fields.metadata),
  };
}

export function createUnsupportedTypeError(contentType: string): StorageError {
  const label = contentType.slice(0, 100).replace(/[^\x20-\x7e]/g, "?");
  return new StorageError("InvalidMimeType", { message: `mime type ${label} is not supported` });
}

function toCacheControl(cacheControl: string | undefined): string | null {
  if (cacheControl === undefined) return null;
  return /^\d{1,10}$/.test(cacheControl) ? `max-age=${cacheControl}` : cacheControl;
}

function parseMetadata(json: string | null): Record<string, unknown> {
  if (json === null || json === "") return {};
  try {
    const parsed: unknown = JSON.parse(json);
    if (parsed !== null && typeof parsed === "object" && !Array.isArray(parsed) && isStorable(parsed))
      return parsed as Record<string, unknown>;
  } catch {
    // Reported below.
  }
  throw new StorageError("InvalidRequest", { message: "metadata must be a JSON object" });
}
