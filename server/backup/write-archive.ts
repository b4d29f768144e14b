import type { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ReadableStream } from "node:stream/web";
import { constants, createZstdCompress } from "node:zlib";
import tar from "tar-stream";
import { TRAILER } from "./format.ts";
import { waitForDrain } from "./wait-for-drain.ts";

/** Adds an entry. Resolves once the entry is in the archive. The content must have exactly `size` bytes. */
export type AddEntry = (
  name: string,
  content: Uint8Array | AsyncIterable<Uint8Array>,
  size: number,
) => Promise<void>;

export interface ArchiveOptions {
  /** If set, the archive is encrypted with it. */
  readonly passphrase: string | undefined;
  /** The base-2 logarithm of scrypt's cost. Tests set a lower one. */
  readonly workFactor?: number;
}

/** The destination of an archive. The archive gets its name only when it is complete. */
export interface ArchiveOutput {
  /** Throws an error if the name is taken. */
  open(): Promise<Writable>;
  /** Gives the complete archive its name. Returns its size in bytes. */
  publish(): Promise<number>;
  /** Removes what was written, unless it was published. */
  discard(): Promise<void>;
  /** Turns an error into one with a message for the operator, if there is such a message. */
  explain(error: unknown): unknown;
}

/**
 * Writes an archive with the entries that `addEntries` adds. If anything fails, nothing is left behind. Throws
 * StartError if the output exists or can't be written.
 */
export async function writeArchive<T>(
  output: ArchiveOutput,
  { passphrase, workFactor }: ArchiveOptions,
  addEntries: (add: AddEntry) => Promise<T>,
): Promise<{ bytes: number; result: T }> {
  try {
    const target = await output.open();
    const pack = tar.pack();
    const params = {
      [constants.ZSTD_c_compressionLevel]: 3,
      [constants.ZSTD_c_checksumFlag]: 1,
    };
    const compress = createZstdCompress({ params });
    const writePromise = passphrase
      ? pipeline(
          pack as AsyncIterable<Uint8Array>,
          compress,
          addTrailer,
          encrypt(passphrase, workFactor),
          target,
        )
      : pipeline(pack as AsyncIterable<Uint8Array>, compress, addTrailer, target);
    const failure = writePromise.then(() => new Promise<never>(() => {}));
    const add: AddEntry = (name, content, size) => addEntry(pack, name, content, size);
    const result = await Promise.race([failure, addEntries(add)]).catch(async (error: unknown) => {
      pack.destroy(new Error("the archive wasn't completed"));
      await writePromise.catch(() => {});
      throw error;
    });
    pack.finalize();
    await writePromise;
    return { bytes: await output.publish(), result };
  } catch (error) {
    throw output.explain(error);
  } finally {
    await output.discard();
  }
}

async function addEntry(
  pack: tar.Pack,
  name: string,
  content: Uint8Array | AsyncIterable<Uint8Array>,
  size: number,
): Promise<void> {
  const { promise: entryAdded, resolve, reject } = Promise.withResolvers<void>();
  const entry = pack.entry({ name, size, mode: 0o600 }, (error) => (error ? reject(error) : resolve()));
  const chunks = content instanceof Uint8Array ? [content] : content;
  for await (const chunk of chunks) if (!entry.write(chunk)) await waitForDrain(entry);
  entry.end(null);
  await entryAdded;
}

async function* addTrailer(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* source;
  yield TRAILER;
}

function encrypt(passphrase: string, workFactor: number | undefined) {
  return async function* (source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    const { Encrypter } = await import("age-encryption");
    const encrypter = new Encrypter();
    encrypter.setPassphrase(passphrase);
    if (workFactor !== undefined) encrypter.setScryptWorkFactor(workFactor);
    const stream = ReadableStream.from(source) as unknown as globalThis.ReadableStream<Uint8Array>;
    yield* (await encrypter.encrypt(stream)) as unknown as AsyncIterable<Uint8Array>;
  };
}
