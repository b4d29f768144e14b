import { randomBytes } from "node:crypto";
import { createWriteStream, existsSync, rmSync } from "node:fs";
import { link, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { ReadableStream } from "node:stream/web";
import { constants, createZstdCompress } from "node:zlib";
import { Encrypter } from "age-encryption";
import tar from "tar-stream";
import { StartError } from "#server/platform/start-error.ts";
import { TRAILER } from "./format.ts";
import { waitForDrain } from "./wait-for-drain.ts";

export interface ArchiveWriter {
  /** Adds an entry. Resolves once the entry is in the archive. The content must have exactly `size` bytes. */
  add(name: string, content: Uint8Array | AsyncIterable<Uint8Array>, size: number): Promise<void>;
}

export interface ArchiveOptions {
  /** If set, the archive is encrypted with it. */
  readonly passphrase: string | undefined;
  /** The base-2 logarithm of scrypt's cost. Tests set a lower one. */
  readonly workFactor?: number;
}

const PARTIAL = /\.[0-9a-f]{16}\.partial$/;
/** A partial file that hasn't changed for this long was abandoned: running backups write more often. */
const ABANDONED_MS = 3_600_000;

/**
 * Writes an archive with the entries that `addEntries` adds. The file gets its name only when it is complete
 * and flushed. If anything fails, or the process exits, no file is left behind. Returns its size and the result of
 * `addEntries`. Throws StartError if the file exists or can't be written.
 */
export async function writeArchive<T>(
  file: string,
  { passphrase, workFactor }: ArchiveOptions,
  addEntries: (archive: ArchiveWriter) => Promise<T>,
): Promise<{ bytes: number; result: T }> {
  const partial = `${file}.${randomBytes(8).toString("hex")}.partial`;
  const removePartial = () => rmSync(partial, { force: true });
  process.once("exit", removePartial);
  try {
    if (existsSync(file)) throw Object.assign(new Error("the file exists"), { code: "EEXIST" });
    await removeAbandoned(dirname(file));
    const output = createWriteStream(partial, { flags: "wx", mode: 0o600, flush: true });
    const pack = tar.pack();
    const params = {
      [constants.ZSTD_c_compressionLevel]: 3,
      [constants.ZSTD_c_checksumFlag]: 1,
    };
    const compress = createZstdCompress({ params });
    const writing = passphrase
      ? pipeline(
          pack as AsyncIterable<Uint8Array>,
          compress,
          addTrailer,
          encrypt(passphrase, workFactor),
          output,
        )
      : pipeline(pack as AsyncIterable<Uint8Array>, compress, addTrailer, output);
    const failure = writing.then(() => new Promise<never>(() => {}));
    const add = (name: string, content: Uint8Array | AsyncIterable<Uint8Array>, size: number) =>
      addEntry(pack, name, content, size);
    const result = await Promise.race([failure, addEntries({ add })]).catch(async (error: unknown) => {
      pack.destroy(new Error("the archive wasn't completed"));
      await writing.catch(() => {});
      throw error;
    });
    pack.finalize();
    await writing;
    await publish(partial, file);
    return { bytes: output.bytesWritten, result };
  } catch (error) {
    throw explainWriteError(error, file);
  } finally {
    removePartial();
    process.removeListener("exit", removePartial);
  }
}

async function addEntry(
  pack: tar.Pack,
  name: string,
  content: Uint8Array | AsyncIterable<Uint8Array>,
  size: number,
): Promise<void> {
  const { promise: added, resolve, reject } = Promise.withResolvers<void>();
  const entry = pack.entry({ name, size, mode: 0o600 }, (error) => (error ? reject(error) : resolve()));
  const chunks = content instanceof Uint8Array ? [content] : content;
  for await (const chunk of chunks) if (!entry.write(chunk)) await waitForDrain(entry);
  entry.end(null);
  await added;
}

async function* addTrailer(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* source;
  yield TRAILER;
}

function encrypt(passphrase: string, workFactor: number | undefined) {
  return async function* (source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    const encrypter = new Encrypter();
    encrypter.setPassphrase(passphrase);
    if (workFactor !== undefined) encrypter.setScryptWorkFactor(workFactor);
    const stream = ReadableStream.from(source) as unknown as globalThis.ReadableStream<Uint8Array>;
    yield* (await encrypter.encrypt(stream)) as unknown as AsyncIterable<Uint8Array>;
  };
}

/** Renames the complete file to its final name. Fails if another file has that name by now. */
async function publish(partial: string, file: string): Promise<void> {
  try {
    await link(partial, file);
    await rm(partial);
  } catch (error) {
    // Not every file system has hard links.
    if ((error as NodeJS.ErrnoException).code === "EEXIST" || existsSync(file)) throw error;
    await rename(partial, file);
  }
  if (process.platform === "win32") return;
  const folder = await open(dirname(file), "r");
  await folder.sync().finally(() => folder.close());
}

/** Removes partial files left behind by killed backups. */
async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!PARTIAL.test(name)) continue;
    const partial = join(folder, name);
    const { mtimeMs } = await stat(partial).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
    if (mtimeMs < Date.now() - ABANDONED_MS) await rm(partial, { force: true });
  }
}

function explainWriteError(error: unknown, file: string): unknown {
  const folder = dirname(file);
  switch ((error as NodeJS.ErrnoException).code) {
    case "EEXIST":
      return new StartError(`${file} already exists. Choose another name, or move that file elsewhere.`);
    case "ENOENT":
      return new StartError(`The folder ${folder} doesn't exist. Create it first.`, { cause: error });
    case "EACCES":
    case "EPERM":
    case "EROFS":
      return new StartError(`You don't have permission to write to ${folder}.`, { cause: error });
    case "ENOTDIR":
      return new StartError(`${folder} is not a folder.`, { cause: error });
    case "ENOSPC":
    case "EDQUOT":
      return new StartError(
        `The disk that contains ${folder} is full. Free some space, or choose another folder.`,
        {
          cause: error,
        },
      );
    case "EFBIG":
      return new StartError(`Files in ${folder} can't be this large. Choose another folder.`, {
        cause: error,
      });
    default:
      return error;
  }
}
