import { createHash } from "node:crypto";
import { StartError } from "#server/platform/start-error.ts";
import {
  type BackupChecksums,
  type BackupHeader,
  CHECKSUMS_ENTRY,
  FILES_FOLDER,
  FORMAT,
  getTableKey,
  HEADER_ENTRY,
  JSON_BYTES_MAX,
  parseChecksums,
  parseFormat,
  parseHeader,
  TABLES_FOLDER,
} from "./format.ts";
import { type ArchiveEntry, type ArchiveSource, DamagedArchiveError, readArchive } from "./read-archive.ts";

/** Receives a backup's content in its order. All functions are optional. */
export interface BackupReader {
  onHeader?(header: BackupHeader): Promise<void>;
  /** The next part of a table's rows. All parts of a table come one after the other. */
  onRows?(table: string, content: AsyncIterable<Uint8Array>): Promise<void>;
  /** A file's path relative to DATA_DIR, which is safe to join. */
  onFile?(path: string, content: AsyncIterable<Uint8Array>, size: number): Promise<void>;
  /** After the last row and file. The number of rows isn't known before they are copied. */
  onEnd?(header: BackupHeader, checksums: BackupChecksums): Promise<void>;
}

/** Paths that the program itself creates. A backup must not be able to write anywhere else. */
const FILE_PATH =
  /^(?:storage\/[0-9a-f-]{36}\/whole\/[0-9a-f]{2}\/[0-9a-f-]{36}|news-images\/[0-9a-f]{2}\/[0-9a-f-]{36}-(?:whole|small)\.webp)$/;

/**
 * Reads a backup and verifies every checksum. What a function received may only be used after this has resolved.
 * Throws DamagedArchiveError, and StartError if a newer version made the backup.
 */
export async function readBackup(source: ArchiveSource, reader: BackupReader): Promise<void> {
  const damaged = (cause: unknown) =>
    new DamagedArchiveError(`${source.file} is damaged: it was altered, or it is incomplete.`, { cause });
  const isExpected = (condition: boolean, problem: string) => {
    if (!condition) throw damaged(new Error(problem));
  };
  const parse = <T>(parseText: (text: string) => T, text: string): T => {
    try {
      return parseText(text);
    } catch (error) {
      throw damaged(error);
    }
  };
  let header: BackupHeader | undefined;
  let isComplete = false;
  const tables = new Map<string, { bytes: number; digest: ReturnType<typeof createHash> }>();
  const files = { count: 0, bytes: 0, digest: createHash("sha256") };
  let last = { index: -1, part: 0 };

  async function readJson({ name, size, content }: ArchiveEntry): Promise<string> {
    isExpected(size <= JSON_BYTES_MAX, `${name} is too large`);
    const chunks: Uint8Array[] = [];
    for await (const chunk of content) chunks.push(chunk);
    return Buffer.concat(chunks).toString("utf8");
  }

  await readArchive(source, async (entry) => {
    const { name, size, content } = entry;
    isExpected(!isComplete, "there is something after the checksums");
    if (header === undefined) {
      isExpected(name === HEADER_ENTRY, "the header is missing");
      const text = await readJson(entry);
      if (parse(parseFormat, text) > FORMAT)
        throw new StartError(
          "This backup was made by a newer version of Lattice. Update this installation, then restore it.",
        );
      header = parse(parseHeader, text);
      await reader.onHeader?.(header);
    } else if (name.startsWith(TABLES_FOLDER)) {
      const [key = "", part = ""] = name.slice(TABLES_FOLDER.length).split("/");
      const index = header.tables.findIndex((listed) => getTableKey(listed) === key);
      const isNext =
        index === last.index ? Number(part) === last.part + 1 : index > last.index && Number(part) === 1;
      isExpected(isNext && files.count === 0, `${name} is out of order`);
      last = { index, part: Number(part) };
      const table = tables.get(key) ?? { bytes: 0, digest: createHash("sha256") };
      tables.set(key, table);
      table.bytes += size;
      await (reader.onRows ?? drain)(key, digestChunks(content, table.digest));
    } else if (name.startsWith(FILES_FOLDER)) {
      const path = name.slice(FILES_FOLDER.length);
      isExpected(FILE_PATH.test(path), `${path} isn't one of the program's files`);
      files.digest.update(`${path}\0${size}\0`);
      files.count += 1;
      files.bytes += size;
      await (reader.onFile ?? drain)(path, digestChunks(content, files.digest), size);
    } else {
      isExpected(name === CHECKSUMS_ENTRY, `${name} is unknown`);
      const checksums = parse(parseChecksums, await readJson(entry));
      verifyChecksums(header, checksums);
      isComplete = true;
      await reader.onEnd?.(header, checksums);
    }
  });
  isExpected(isComplete, "the end is missing");

  function verifyChecksums({ tables: listed }: BackupHeader, checksums: BackupChecksums): void {
    for (const key of tables.keys()) isExpected(key in checksums.tables, `${key} has no checksum`);
    for (const key of listed.map(getTableKey)) {
      const { bytes = 0, digest = createHash("sha256") } = tables.get(key) ?? {};
      const expected = checksums.tables[key];
      isExpected(expected?.bytes === bytes && expected.sha256 === digest.digest("hex"), `${key} differs`);
    }
    const { count, bytes, sha256 } = checksums.files;
    isExpected(
      count === files.count && bytes === files.bytes && sha256 === files.digest.digest("hex"),
      "the files differ",
    );
  }
}

async function drain(_name: string, content: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _chunk of content);
}

async function* digestChunks(
  content: AsyncIterable<Uint8Array>,
  digest: { update(chunk: Uint8Array): unknown },
) {
  for await (const chunk of content) {
    digest.update(chunk);
    yield chunk;
  }
}
