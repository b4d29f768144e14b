import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { ReadableStream } from "node:stream/web";
import { createZstdDecompress } from "node:zlib";
import tar from "tar-stream";
import { StartError } from "#server/platform/start-error.ts";
import { TRAILER } from "./format.ts";
import { waitForDrain } from "./wait-for-drain.ts";

export interface ArchiveEntry {
  readonly name: string;
  readonly size: number;
  /** Must be read to the end before the next entry can be read. */
  readonly content: AsyncIterable<Uint8Array>;
}

export interface ArchiveSource {
  readonly file: string;
  /** Required for an encrypted archive. */
  readonly passphrase: string | undefined;
}

const AGE_START = "age-encryption.org/v1\n";
const ZSTD_START = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);

/** Whether the file is an encrypted archive. Throws StartError if it isn't a backup archive or can't be read. */
export async function isEncrypted(file: string): Promise<boolean> {
  const start = Buffer.alloc(AGE_START.length);
  try {
    const handle = await open(file, "r");
    await handle.read(start).finally(() => handle.close());
  } catch (error) {
    throw new StartError(`Can't read ${file}: ${describeReadError(error)}.`, { cause: error });
  }
  if (start.toString("latin1") === AGE_START) return true;
  if (start.subarray(0, ZSTD_START.length).equals(ZSTD_START)) return false;
  throw new StartError(`${file} is not a backup made by npm run backup.`);
}

function describeReadError(error: unknown): string {
  switch ((error as NodeJS.ErrnoException).code) {
    case "ENOENT":
      return "it doesn't exist";
    case "EACCES":
      return "permission denied";
    case "EISDIR":
      return "it is a folder";
    default:
      return error instanceof Error ? error.message : String(error);
  }
}

/** Thrown if the archive has been altered or is incomplete, or if the passphrase is wrong. */
export class DamagedArchiveError extends StartError {
  override readonly name = "DamagedArchiveError";
}

/**
 * Calls `onEntry` for each entry in order. Throws DamagedArchiveError, another StartError, or the error of `onEntry`.
 */
export async function readArchive(
  { file, passphrase }: ArchiveSource,
  onEntry: (entry: ArchiveEntry) => Promise<void>,
): Promise<void> {
  const isFileEncrypted = await isEncrypted(file);
  const extract = tar.extract();
  const pump = async (chunks: AsyncIterable<Uint8Array>) => {
    for await (const chunk of chunks) {
      if (!extract.write(chunk)) await waitForDrain(extract);
      if (extract.destroyed) throw new Error("reading the archive was aborted");
    }
    extract.end(null);
  };
  const source = createReadStream(file, { highWaterMark: 262_144 });
  const decompress = createZstdDecompress();
  let entryFailure: { readonly error: unknown } | undefined;
  let failure: { readonly error: unknown } | undefined;
  const readPromise = (
    isFileEncrypted
      ? pipeline(source, decrypt(passphrase ?? ""), removeTrailer, decompress, pump)
      : pipeline(source, removeTrailer, decompress, pump)
  ).catch((error: unknown) => {
    if (!entryFailure) failure = { error };
    extract.destroy(error instanceof Error ? error : new Error(String(error)));
  });
  try {
    for await (const entry of extract) {
      const { name, size = 0 } = entry.header;
      try {
        await onEntry({ name, size, content: entry as AsyncIterable<Uint8Array> });
      } catch (error) {
        entryFailure = { error };
        throw error;
      }
      entry.resume();
    }
    await readPromise;
    if (failure) throw failure.error;
  } catch (error) {
    extract.destroy(new Error("reading the archive was aborted"));
    await readPromise;
    // If the archive is damaged, `onEntry` fails too, because it can't read its entry. Report the damage instead.
    if (entryFailure && !failure) throw entryFailure.error;
    const cause = failure ? failure.error : error;
    if (cause instanceof StartError) throw cause;
    throw new DamagedArchiveError(`${file} is damaged: it has been altered or is incomplete.`, { cause });
  }
}

/** Removes the trailer from the end of the data. Throws an error if it is missing. */
async function* removeTrailer(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let end: Uint8Array = Buffer.alloc(0);
  for await (const chunk of source) {
    const bytes = Buffer.concat([end, chunk]);
    end = bytes.subarray(-TRAILER.length);
    yield bytes.subarray(0, -TRAILER.length);
  }
  if (!TRAILER.equals(end)) throw new Error("the trailer is missing");
}

function decrypt(passphrase: string) {
  return async function* (source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    const { Decrypter } = await import("age-encryption");
    const decrypter = new Decrypter();
    decrypter.addPassphrase(passphrase);
    const stream = ReadableStream.from(source) as unknown as globalThis.ReadableStream<Uint8Array>;
    const content = await decrypter.decrypt(stream).catch((error: unknown) => {
      throw error instanceof Error && /no identity matched/.test(error.message)
        ? new DamagedArchiveError("The passphrase is wrong.", { cause: error })
        : error;
    });
    yield* content as unknown as AsyncIterable<Uint8Array>;
  };
}
