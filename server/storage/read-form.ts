import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Busboy } from "@fastify/busboy";
import { StorageError } from "#core/storage/storage-errors.ts";

/** A multipart form with a file that hasn't been read yet. */
export interface UploadForm {
  readonly contentType: string;
  readonly bytes: AsyncIterable<Uint8Array>;
  /** The text fields so far. Those after the file are included once `readRest` is done. */
  readonly fields: ReadonlyMap<string, string>;
  /** Call this after reading the file's bytes. */
  readRest(): Promise<void>;
}

const PARTS_MAX = 50;
const FIELDS_MAX_BYTES = 64 * 1024;
const HEADERS_MAX_BYTES = 16 * 1024;

/**
 * Reads a form without buffering its file. Throws InvalidRequest if the form is invalid or has no file, and rethrows
 * the body's StorageErrors. Reading `bytes` and calling `readRest` throw the same errors for the rest of the form.
 */
export async function readForm(body: AsyncIterable<Uint8Array>, contentType: string): Promise<UploadForm> {
  const parser = createParser(contentType);
  const fields = new Map<string, string>();
  const { promise, resolve, reject } = Promise.withResolvers<[Readable, string]>();
  let file: Readable | undefined;
  let remainingBytes = FIELDS_MAX_BYTES;

  parser.on("file", (_name, stream, _filename, _encoding, type) => {
    if (file) return void parser.destroy(createInvalidRequestError("The form has more than one file"));
    file = stream;
    // The parser also emits its errors on this stream, even while no one reads it. If the reader stops before
    // the end, the rest of the body isn't read.
    stream.on("error", () => {});
    stream.once("close", () => stream.readableEnded || parser.destroy());
    resolve([stream, type]);
  });
  parser.on("field", (name, value, _isNameTruncated, isTruncated) => {
    remainingBytes -= Buffer.byteLength(value);
    if (isTruncated || remainingBytes < 0)
      parser.destroy(createInvalidRequestError("The form's text fields are too long"));
    fields.set(name, value);
  });
  parser.on("partsLimit", () => parser.destroy(createFormError("it has too many parts")));

  const source = Readable.from(body);
  const end = pipeline(source, parser).then(
    () => reject(createInvalidRequestError("The form has no file")),
    (cause: Error) => {
      const error = toStorageError(cause);
      file?.destroy(error);
      reject(error);
      throw error;
    },
  );
  end.catch(() => {});
  const [bytes, type] = await promise;
  return { contentType: type, bytes: readFile(bytes), fields, readRest: () => end };
}

async function* readFile(file: Readable): AsyncGenerator<Uint8Array> {
  try {
    yield* file;
  } catch (error) {
    throw toStorageError(error as Error);
  }
}

function createParser(contentType: string) {
  try {
    return new Busboy({
      headers: { "content-type": contentType },
      limits: { parts: PARTS_MAX, fieldSize: FIELDS_MAX_BYTES, headerSize: HEADERS_MAX_BYTES },
      // The official client sends the file in a part without a name.
      isPartAFile: (name, _type, filename) => filename !== undefined || !name,
    });
  } catch (cause) {
    throw createFormError("no boundary is given", cause);
  }
}

const toStorageError = (error: Error): StorageError =>
  error instanceof StorageError ? error : createFormError(error.message, error);

const createFormError = (reason: string, cause?: unknown) =>
  createInvalidRequestError(`The multipart body is invalid: ${reason}`, cause);

const createInvalidRequestError = (message: string, cause?: unknown) =>
  new StorageError("InvalidRequest", { message, cause });
