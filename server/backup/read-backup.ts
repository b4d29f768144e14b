import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { isFilePath } from "#server/files/index.ts";
import { StartError } from "#server/platform/start-error.ts";
import {
  type BackupChecksums,
  type BackupHeader,
  CHECKSUMS_ENTRY,
  digestChunks,
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

/** Functions that receive a backup's content, in the order of the archive. All are optional. */
export interface BackupHandlers {
  onHeader?(header: BackupHeader): Promise<void>;
  /** Receives the next part of a table's rows. All parts of one table are passed before the next table's first part. */
  onRows?(tableKey: string, content: AsyncIterable<Uint8Array>): Promise<void>;
  /** Receives a file. `path` has been checked: it has the form of Lattice's own paths. */
  onFile?(path: string, content: AsyncIterable<Uint8Array>, size: number): Promise<void>;
  /** Called after the last row and file. Sizes and hashes have been verified, but row counts haven't. */
  onEnd?(header: BackupHeader, checksums: BackupChecksums): Promise<void>;
}

/**
 * Reads a backup and verifies every checksum. The handlers receive content before it is verified, so don't rely on it
 * until this resolves. Throws DamagedArchiveError, or StartError if the file can't be read or a newer version wrote it.
 */
export async function readBackup(source: ArchiveSource, handlers: BackupHandlers): Promise<void> {
  const createDamagedError = (cause: unknown) =>
    new DamagedArchiveError(`${source.file} is damaged: it has been altered or is incomplete.`, { cause });
  const assertIntact = (condition: boolean, problem: string) => {
    if (!condition) throw createDamagedError(new Error(problem));
  };
  const parse = <T>(parseText: (text: string) => T, text: string): T => {
    try {
      return parseText(text);
    } catch (error) {
      throw createDamagedError(error);
    }
  };
  let header: BackupHeader | undefined;
  let isComplete = false;
  const tables = new Map<string, { bytes: number; digest: ReturnType<typeof createHash> }>();
  const files = { count: 0, bytes: 0, digest: createHash("sha256") };
  let lastPart = { tableIndex: -1, number: 0 };

  async function readJson({ name, size, content }: ArchiveEntry): Promise<string> {
    assertIntact(size <= JSON_BYTES_MAX, `${name} is too large`);
    return (await buffer(content)).toString("utf8");
  }

  await readArchive(source, async (entry) => {
    const { name, size, content } = entry;
    assertIntact(!isComplete, "unexpected entry after the checksums");
    if (header === undefined) {
      assertIntact(name === HEADER_ENTRY, "the header is missing");
      const text = await readJson(entry);
      if (parse(parseFormat, text) > FORMAT)
        throw new StartError(
          "This backup was made by a newer version of Lattice. Update this installation, then try again.",
        );
      header = parse(parseHeader, text);
      await handlers.onHeader?.(header);
    } else if (name.startsWith(TABLES_FOLDER)) {
      const [key = "", partNumber = ""] = name.slice(TABLES_FOLDER.length).split("/");
      const tableIndex = header.tables.findIndex((table) => getTableKey(table) === key);
      const isNext =
        tableIndex === lastPart.tableIndex
          ? Number(partNumber) === lastPart.number + 1
          : tableIndex > lastPart.tableIndex && Number(partNumber) === 1;
      assertIntact(isNext && files.count === 0, `${name} is out of order`);
      lastPart = { tableIndex, number: Number(partNumber) };
      const table = tables.get(key) ?? { bytes: 0, digest: createHash("sha256") };
      tables.set(key, table);
      table.bytes += size;
      await (handlers.onRows ?? drain)(key, digestChunks(content, table.digest));
    } else if (name.startsWith(FILES_FOLDER)) {
      const path = name.slice(FILES_FOLDER.length);
      assertIntact(isFilePath(path), `${path} isn't one of the program's files`);
      files.digest.update(`${path}\0${size}\0`);
      files.count += 1;
      files.bytes += size;
      await (handlers.onFile ?? drain)(path, digestChunks(content, files.digest), size);
    } else {
      assertIntact(name === CHECKSUMS_ENTRY, `${name} is unknown`);
      const checksums = parse(parseChecksums, await readJson(entry));
      verifyChecksums(header, checksums);
      isComplete = true;
      await handlers.onEnd?.(header, checksums);
    }
  });
  assertIntact(isComplete, "the end is missing");

  function verifyChecksums({ tables: listedTables }: BackupHeader, checksums: BackupChecksums): void {
    for (const key of tables.keys()) assertIntact(key in checksums.tables, `${key} has no checksum`);
    for (const key of listedTables.map(getTableKey)) {
      const { bytes = 0, digest = createHash("sha256") } = tables.get(key) ?? {};
      const expectedSummary = checksums.tables[key];
      assertIntact(
        expectedSummary?.bytes === bytes && expectedSummary.sha256 === digest.digest("hex"),
        `${key} differs`,
      );
    }
    const { count, bytes, sha256 } = checksums.files;
    assertIntact(
      count === files.count && bytes === files.bytes && sha256 === files.digest.digest("hex"),
      "the files differ",
    );
  }
}

async function drain(_name: string, content: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _chunk of content);
}
