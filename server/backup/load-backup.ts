import { finished } from "node:stream/promises";
import pg from "pg";
import copyStreams from "pg-copy-streams";
import type { Migration } from "#server/database/index.ts";
import { saveLocation } from "#server/files/index.ts";
import { StartError } from "#server/platform/start-error.ts";
import { quoteColumns, quoteTable } from "./create-backup.ts";
import { type BackupChecksums, type BackupHeader, getTableKey } from "./format.ts";
import { listTables } from "./list-tables.ts";
import type { ArchiveSource } from "./read-archive.ts";
import { readBackup } from "./read-backup.ts";
import type { RestoreTarget } from "./restore-target.ts";
import { waitForDrain } from "./wait-for-drain.ts";

/** A backup that is complete and unaltered, and that this version can restore. */
export interface VerifiedBackup {
  readonly header: BackupHeader;
  readonly checksums: BackupChecksums;
  /** The last migration of the version that made the backup. */
  readonly lastMigration: Migration;
}

export interface RestoreOptions {
  readonly url: string;
  readonly target: RestoreTarget;
  readonly source: ArchiveSource;
  readonly backup: VerifiedBackup;
  onProgress?(progress: RestoreProgress): void;
}

export interface RestoreProgress {
  readonly step: "database" | "files";
  readonly bytes: number;
  readonly files: number;
}

export interface RestoreResult {
  /** Tables in the backup that aren't part of Lattice and weren't restored. */
  readonly skippedTables: readonly string[];
}

/**
 * Loads a backup's rows and files. Triggers are disabled, because the backup contains the rows that they would write.
 * Foreign keys are dropped, because tables may refer to each other, and added again at the end, which checks them.
 */
export async function loadBackup(
  client: pg.Client,
  { source, target, backup, onProgress }: RestoreOptions,
): Promise<RestoreResult> {
  const existingKeys = new Set((await listTables(client)).map(getTableKey));
  const tables = backup.header.tables.filter((table) => existingKeys.has(getTableKey(table)));
  const skippedTables = backup.header.tables.map(getTableKey).filter((key) => !existingKeys.has(key));
  const restoreConstraints = await dropConstraints(client, tables);
  if (tables.length > 0) await client.query(`truncate ${tables.map(quoteTable).join(", ")}`);

  const claimedFolders = new Set<string>();
  let bytes = 0;
  let files = 0;
  const writer = createRowWriter(client, tables);
  await readBackup(source, {
    async onRows(key, content) {
      for await (const chunk of content) {
        bytes += chunk.byteLength;
        await writer.write(key, chunk);
        onProgress?.({ step: "database", bytes, files });
      }
    },
    async onFile(path, content, size) {
      await writer.end();
      const folder = /^storage\/[^/]+/.exec(path)?.[0];
      if (folder && !claimedFolders.has(folder)) await target.claimFolder(folder);
      if (folder) claimedFolders.add(folder);
      await target.put(path, content, { maxBytes: size });
      bytes += size;
      files += 1;
      onProgress?.({ step: "files", bytes, files });
    },
    async onEnd(header, checksums) {
      await writer.end();
      writer.verify(checksums);
      await restoreSequences(client, header);
    },
  }).catch(async (error: unknown) => {
    await writer.abort(error);
    throw error;
  });
  await restoreConstraints();
  await saveLocation(client, { store: target.store, previous: null, movedAt: null });
  return { skippedTables };
}

/** Creates a writer that copies rows into the tables, one table at a time. */
function createRowWriter(client: pg.Client, tables: BackupHeader["tables"]) {
  let currentCopy: { key: string; stream: copyStreams.CopyStreamQuery; done: Promise<void> } | undefined;
  const rowCounts = new Map<string, number>();

  async function end(): Promise<void> {
    if (!currentCopy) return;
    const { key, stream, done } = currentCopy;
    currentCopy = undefined;
    stream.end();
    await done;
    rowCounts.set(key, stream.rowCount);
  }

  return {
    end,
    /** Aborts an incomplete copy, which makes the transaction fail. */
    async abort(error: unknown): Promise<void> {
      if (!currentCopy) return;
      const { stream, done } = currentCopy;
      currentCopy = undefined;
      stream.destroy(error instanceof Error ? error : new Error(String(error)));
      await done.catch(() => {});
    },
    async write(key: string, chunk: Uint8Array): Promise<void> {
      const table = tables.find((candidate) => getTableKey(candidate) === key);
      if (!table) return;
      if (currentCopy?.key !== key) {
        await end();
        const stream = client.query(
          copyStreams.from(
            `copy ${quoteTable(table)} (${quoteColumns(table)}) from stdin with (encoding 'UTF8')`,
          ),
        );
        currentCopy = { key, stream, done: finished(stream) };
        currentCopy.done.catch(() => {});
      }
      const { stream, done } = currentCopy;
      if (!stream.write(chunk)) await waitForDrain(stream);
      if (stream.destroyed) await done;
    },
    verify(checksums: BackupChecksums): void {
      for (const table of tables) {
        const key = getTableKey(table);
        const expectedCount = checksums.tables[key]?.rows ?? 0;
        if ((rowCounts.get(key) ?? 0) !== expectedCount)
          throw new StartError(
            `${key} was restored with ${rowCounts.get(key) ?? 0} rows instead of ${expectedCount}.`,
          );
      }
    },
  };
}

/** Disables triggers and drops foreign keys. Returns a function that restores both. */
export async function dropConstraints(client: pg.Client, tables: BackupHeader["tables"]) {
  const names = tables.map(quoteTable);
  const { rows: triggers } = await client.query<{ table: string; name: string }>(
    `select t.tgrelid::regclass::text as table, t.tgname as name from pg_trigger t
     where not t.tgisinternal and t.tgenabled = 'O' and t.tgrelid = any ($1::regclass[])`,
    [names],
  );
  const { rows: foreignKeys } = await client.query<{ table: string; name: string; definition: string }>(
    `select c.conrelid::regclass::text as table, c.conname as name, pg_get_constraintdef(c.oid) as definition
     from pg_constraint c where c.contype = 'f' and c.conparentid = 0 and c.conrelid = any ($1::regclass[])
     order by 1, 2`,
    [names],
  );
  for (const { table, name } of triggers)
    await client.query(`alter table ${table} disable trigger ${pg.escapeIdentifier(name)}`);
  for (const { table, name } of foreignKeys)
    await client.query(`alter table ${table} drop constraint ${pg.escapeIdentifier(name)}`);
  return async () => {
    for (const { table, name, definition } of foreignKeys)
      await client.query(`alter table ${table} add constraint ${pg.escapeIdentifier(name)} ${definition}`);
    for (const { table, name } of triggers)
      await client.query(`alter table ${table} enable trigger ${pg.escapeIdentifier(name)}`);
  };
}

export async function restoreSequences(client: pg.Client, { sequences }: Pick<BackupHeader, "sequences">) {
  for (const { schema, name, value, isCalled } of sequences)
    await client.query(
      "select setval(path, $2::bigint, $3) from to_regclass($1) as found (path) where path is not null",
      [`${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`, value, isCalled],
    );
}
