import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { getTableUniqueName, is } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import ts from "typescript";
import { findTableAccess, getModule } from "./find-table-access.ts";
import { TABLE_ACCESS } from "./table-access.ts";

/**
 * Finds modules that use tables other than those in their own tables.ts and those that table-access.ts allows, and
 * entries of table-access.ts that no statement needs.
 */
export async function findCrossModuleAccess(root: string): Promise<string | undefined> {
  const { owners, exportedTables } = await readOwners(root);
  const tables = new Set(owners.keys());
  const usedPermissions = new Set<string>();
  const problems: string[] = [];
  for (const file of globSync("server/*/**/*.ts", { cwd: root })) {
    if (/\.(test|fixture)\.ts$|\/testing\.ts$|^server\/testing\/|\/tables\.ts$/.test(file)) continue;
    const module = getModule(file);
    const source = ts.createSourceFile(
      file,
      readFileSync(join(root, file), "utf8"),
      ts.ScriptTarget.Latest,
      true,
    );
    for (const { table, isWrite, line } of findTableAccess(source, tables, exportedTables)) {
      if (owners.get(table) === module) continue;
      const { everything, reads = {}, writes = {} } = TABLE_ACCESS[module] ?? {};
      if (everything !== undefined) continue;
      const verb = isWrite ? "writes" : "reads";
      if (!(table in writes) && (isWrite || !(table in reads)))
        problems.push(`${file}:${line} ${verb} ${table}, which ${owners.get(table)} owns`);
      usedPermissions.add(`${module} ${verb} ${table}`);
    }
  }
  return [...new Set([...problems, ...findUnusedEntries(usedPermissions)])].sort().join("\n") || undefined;
}

function findUnusedEntries(usedPermissions: ReadonlySet<string>): string[] {
  return Object.entries(TABLE_ACCESS).flatMap(([module, { reads = {}, writes = {} }]) =>
    [
      ...Object.keys(reads)
        .filter((table) => !usedPermissions.has(`${module} reads ${table}`))
        .map((table) => `read ${table}`),
      ...Object.keys(writes)
        .filter((table) => !usedPermissions.has(`${module} writes ${table}`))
        .map((table) => `write ${table}`),
    ].map((access) => `scripts/sql/table-access.ts allows ${module} to ${access}, but no statement does`),
  );
}

/** Returns each table's owner, and the tables that modules describe for the query builder. */
export async function readOwners(root: string) {
  const owners = new Map<string, string>();
  const exportedTables = new Map<string, Map<string, string>>();
  for (const file of globSync("server/*/**/tables.ts", { cwd: root })) {
    const module = getModule(file);
    const { TABLES, ...otherExports } = (await import(join(root, file))) as { TABLES?: readonly string[] };
    for (const table of TABLES ?? []) owners.set(table, module);
    for (const [name, value] of Object.entries(otherExports)) {
      if (!is(value, PgTable)) continue;
      const table = getTableUniqueName(value);
      owners.set(table, module);
      const names = exportedTables.get(module) ?? new Map<string, string>();
      exportedTables.set(module, names.set(name, table));
    }
  }
  return { owners, exportedTables };
}
