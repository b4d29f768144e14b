import { pipeline } from "node:stream/promises";
import type pg from "pg";
import copyStreams from "pg-copy-streams";
import { hasMigrations, migrateUntil } from "#server/database/index.ts";
import { StartError } from "#server/platform/start-error.ts";
import { withConnection } from "./connection.ts";
import { openSnapshot, quoteColumns, quoteTable, readMigrations } from "./create-backup.ts";
import { getTableKey } from "./format.ts";
import { listTables, readSequences } from "./list-tables.ts";
import { dropConstraints, restoreSequences } from "./load-backup.ts";
import { findLastMigration } from "./restore-backup.ts";

/**
 * Copies what a backup would contain, except files, to an empty database. Returns the skipped tables, which aren't part
 * of Lattice.
 */
export const copyDatabase = (from: string, to: string): Promise<string[]> =>
  withConnection(from, async (source) => {
    if (!(await hasMigrations(source))) return [];
    await migrateUntil(to, await findLastMigration(await readMigrations(source), "The database"));
    return withConnection(to, async (target) => {
      await target.query("begin");
      const skippedTables = await copyTables(source, target);
      await target.query("commit");
      await target.query("analyze");
      return skippedTables;
    });
  });

async function copyTables(source: pg.Client, target: pg.Client): Promise<string[]> {
  const existingKeys = new Set((await listTables(target)).map(getTableKey));
  const sourceTables = await openSnapshot(source);
  const tables = sourceTables.filter((table) => existingKeys.has(getTableKey(table)));
  const restoreConstraints = await dropConstraints(target, tables);
  if (tables.length > 0) await target.query(`truncate ${tables.map(quoteTable).join(", ")}`);
  for (const table of tables) {
    const tableWithColumns = `${quoteTable(table)} (${quoteColumns(table)})`;
    const output = source.query(copyStreams.to(`copy ${tableWithColumns} to stdout`));
    const input = target.query(
      copyStreams.from(`copy ${tableWithColumns} from stdin with (encoding 'UTF8')`),
    );
    await pipeline(output, input);
    // PostgreSQL sends the row count after the data, so it is known once the next statement has returned.
    await source.query("select");
    if (input.rowCount !== output.rowCount)
      throw new StartError(
        `${getTableKey(table)} was copied with ${input.rowCount} rows instead of ${output.rowCount}.`,
      );
  }
  await restoreSequences(target, { sequences: await readSequences(source) });
  await restoreConstraints();
  return sourceTables.map(getTableKey).filter((key) => !existingKeys.has(key));
}
