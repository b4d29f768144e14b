import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import copyStreams from "pg-copy-streams";
import { formatCount } from "#core/format-count.ts";
import { StorageError } from "#core/storage/storage-errors.ts";
import { hasMigrations } from "#server/database/index.ts";
import type { Files } from "#server/files/index.ts";
import { ADVISORY_LOCKS } from "#server/platform/advisory-locks.ts";
import { ROOT } from "#server/platform/root.ts";
import { StartError } from "#server/platform/start-error.ts";
import { SITE_FILES_SQL } from "#server/site-files.ts";
import { disableTimeouts } from "./connection.ts";
import { createFileOutput } from "./file-output.ts";
import {
  type BackupChecksums,
  type BackupHeader,
  type BackupTable,
  CHECKSUMS_ENTRY,
  digestChunks,
  FILES_FOLDER,
  FORMAT,
  getTableKey,
  HEADER_ENTRY,
  PART_BYTES,
  TABLES_FOLDER,
} from "./format.ts";
import { listTables, readSequences } from "./list-tables.ts";
import { type AddEntry, type ArchiveOptions, type ArchiveOutput, writeArchive } from "./write-archive.ts";

export interface BackupOptions extends ArchiveOptions {
  readonly url: string;
  readonly files: Pick<Files, "get">;
  /** The backup's path, where no file may exist yet, or another output. */
  readonly file: string | ArchiveOutput;
  /** Whether to make a backup even if the site has files but none of them can be found. Default: false. */
  readonly allowsAllFilesMissing?: boolean;
  onProgress?(progress: BackupProgress): void;
}

export interface BackupProgress {
  readonly step: "database" | "files";
  readonly done: number;
  readonly total: number;
  /** The size of what this step has added so far, before compression, in bytes. */
  readonly bytes: number;
}

export interface BackupResult {
  readonly bytes: number;
  readonly rows: number;
  readonly files: number;
  readonly missingFiles: number;
}

/**
 * Writes a consistent snapshot of the site, which may keep running, to one file. The files that the snapshot refers to
 * aren't deleted until the backup ends. Memory use doesn't depend on the site's size.
 */
export async function createBackup(options: BackupOptions): Promise<BackupResult> {
  const { url, file } = options;
  const client = new pg.Client({
    connectionString: url,
    application_name: "lattice backup",
    keepAlive: true,
  });
  // Makes the backup fail immediately if the connection breaks between two statements.
  const { promise: connectionLost, reject } = Promise.withResolvers<never>();
  client.on("error", reject);
  connectionLost.catch(() => {});
  try {
    await client.connect();
    await lockBackup(client);
    const { bytes, result } = await writeArchive(
      typeof file === "string" ? createFileOutput(file) : file,
      options,
      (add) => Promise.race([connectionLost, writeSite(client, add, options)]),
    );
    return { bytes, ...result };
  } catch (error) {
    throw explainFailure(error);
  } finally {
    // Cuts the connection off if a copy is still running. Otherwise, resolves once the locks have been released.
    await client.end().catch(() => {});
  }
}

function explainFailure(error: unknown): unknown {
  if (!(error instanceof StorageError)) return error;
  const reason = error.cause instanceof Error ? error.cause.message : error.message;
  return new StartError(`The files on S3 can't be read: ${reason}`, { cause: error });
}

/**
 * Prevents other backups, waits for running file deletions and prevents new ones. A snapshot taken after these
 * locks contains no row that refers to a file being deleted.
 */
async function lockBackup(client: pg.Client): Promise<void> {
  await disableTimeouts(client);
  const { rows } = await client.query<{ is_locked: boolean }>(
    "select pg_try_advisory_lock($1) as is_locked",
    [ADVISORY_LOCKS.backup],
  );
  if (!rows[0]?.is_locked)
    throw new StartError("Another backup of this site is in progress. Wait until it finishes.");
  await client.query("select pg_advisory_lock($1)", [ADVISORY_LOCKS.fileDeletion]);
}

async function writeSite(client: pg.Client, add: AddEntry, options: BackupOptions) {
  if (!(await hasMigrations(client))) throw new StartError("There is no site in this database.");
  const tables = await openSnapshot(client);
  const header: BackupHeader = {
    format: FORMAT,
    version: await readProgramVersion(),
    createdAt: new Date().toISOString(),
    migrations: await readMigrations(client),
    tables,
    sequences: await readSequences(client),
  };
  await addJson(add, HEADER_ENTRY, header);

  const checksums: Record<string, BackupChecksums["tables"][string]> = {};
  let bytes = 0;
  let rowCount = 0;
  for (const [index, table] of tables.entries()) {
    options.onProgress?.({ step: "database", done: index, total: tables.length, bytes });
    const tableSummary = await addTable(client, add, table, (size) => {
      options.onProgress?.({ step: "database", done: index, total: tables.length, bytes: bytes + size });
    });
    checksums[getTableKey(table)] = tableSummary;
    bytes += tableSummary.bytes;
    rowCount += tableSummary.rows;
  }
  options.onProgress?.({ step: "database", done: tables.length, total: tables.length, bytes });
  const { missingFiles, ...files } = await addFiles(client, add, options);
  await addJson(add, CHECKSUMS_ENTRY, {
    tables: checksums,
    files,
    missingFiles,
  } satisfies BackupChecksums);
  return { rows: rowCount, files: files.count, missingFiles };
}

/** Begins a transaction and locks the tables, so that they can't be altered until it ends. Returns the tables. */
export async function openSnapshot(client: pg.Client): Promise<BackupTable[]> {
  // A migration may run between listing and locking the tables.
  for (;;) {
    const tables = await listTables(client);
    // The snapshot is taken by the first query after the locks.
    await client.query("begin isolation level repeatable read, read only");
    if (tables.length > 0)
      await client.query(`lock table ${tables.map(quoteTable).join(", ")} in access share mode`);
    await client.query(
      `set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres'; set local timezone = 'UTC';
       set local extra_float_digits = 1; set local bytea_output = 'hex'; set local client_encoding = 'UTF8'`,
    );
    if (JSON.stringify(await listTables(client)) === JSON.stringify(tables)) return tables;
    await client.query("rollback");
  }
}

/** Reads the migrations applied to the database, oldest first. */
export async function readMigrations(client: pg.Client): Promise<BackupHeader["migrations"]> {
  const { rows } = await client.query<{ when: string; hash: string }>(
    'select created_at as "when", hash from drizzle.__drizzle_migrations order by created_at',
  );
  return rows.map(({ when, hash }) => ({ when: Number(when), hash }));
}

async function readProgramVersion(): Promise<string> {
  const text = await readFile(join(ROOT, "package.json"), "utf8");
  return (JSON.parse(text) as { version: string }).version;
}

const addJson = (add: AddEntry, name: string, value: unknown): Promise<void> => {
  const content = Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
  return add(name, content, content.byteLength);
};

export const quoteTable = ({ schema, name }: { schema: string; name: string }): string =>
  `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;
export const quoteColumns = ({ columns }: BackupTable): string => columns.map(pg.escapeIdentifier).join(", ");

async function addTable(
  client: pg.Client,
  add: AddEntry,
  table: BackupTable,
  onBytes: (bytes: number) => void,
): Promise<BackupChecksums["tables"][string]> {
  const digest = createHash("sha256");
  const name = `${TABLES_FOLDER}${getTableKey(table)}`;
  let chunks: Buffer[] = [];
  let partBytes = 0;
  let partCount = 0;
  let bytes = 0;
  const addPart = async () => {
    if (partBytes === 0) return;
    const content = Buffer.concat(chunks, partBytes);
    digest.update(content);
    bytes += partBytes;
    partCount += 1;
    chunks = [];
    partBytes = 0;
    await add(`${name}/${String(partCount).padStart(8, "0")}`, content, content.byteLength);
    onBytes(bytes);
  };
  const copy = client.query(copyStreams.to(`copy ${quoteTable(table)} (${quoteColumns(table)}) to stdout`));
  for await (const chunk of copy as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    partBytes += chunk.byteLength;
    if (partBytes >= PART_BYTES) await addPart();
  }
  await addPart();
  // PostgreSQL sends the row count after the data, so it is known once the next statement has returned.
  await client.query("select");
  return { rows: copy.rowCount, bytes, sha256: digest.digest("hex") };
}

async function addFiles(client: pg.Client, add: AddEntry, options: BackupOptions) {
  const { files, allowsAllFilesMissing = false, onProgress } = options;
  const filesSql = `select path from (${SITE_FILES_SQL}) files (path)`;
  const { rows } = await client.query<{ total: number }>(
    `select count(*)::int as total from (${filesSql}) files`,
  );
  const total = rows[0]?.total ?? 0;
  const digest = createHash("sha256");
  let count = 0;
  let bytes = 0;
  let missingFiles = 0;
  await client.query(`declare files no scroll cursor for ${filesSql}`);
  for (;;) {
    const { rows: batch } = await client.query<{ path: string }>("fetch 500 from files");
    for (const { path } of batch) {
      const content = await files.get(path);
      if (content) {
        const { size, body } = content;
        digest.update(`${path}\0${size}\0`);
        await add(`${FILES_FOLDER}${path}`, digestChunks(body, digest), size);
        count += 1;
        bytes += size;
      } else missingFiles += 1;
      onProgress?.({ step: "files", done: count, total, bytes });
    }
    if (batch.length === 0) break;
  }
  // The settings probably point to the wrong folder or bucket. A backup without files must not replace a complete one.
  if (count === 0 && missingFiles > 0 && !allowsAllFilesMissing)
    throw new StartError(
      `The site has ${formatCount(missingFiles, "file")}, but ${missingFiles === 1 ? "it wasn't" : "none of them were"} found. Use the settings that the site runs with (DATA_DIR, S3_...). ` +
        "If the site's files are lost, make a backup without them: npm run backup -- FILE --without-files",
    );
  return { count, bytes, sha256: digest.digest("hex"), missingFiles };
}
