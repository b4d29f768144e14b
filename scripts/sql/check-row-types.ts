import { spawnSync } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import ts from "typescript";
import { compareRowTypes } from "./compare-row-types.ts";
import type { RecordedStatement } from "./record-rows.ts";

/**
 * Compares the row types in the source with what PostgreSQL returned in the tests (scripts/sql/record-rows.ts).
 * `npm run check-rows` runs some of the tests and checks the statements that they run. `npm test` checks all statements.
 */

const ROOT = join(import.meta.dirname, "../..");

function createProgram(): ts.Program {
  const path = join(ROOT, "tsconfig.json");
  const { config } = ts.readConfigFile(path, ts.sys.readFile) as { config: object };
  const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT);
  const files = fileNames.filter(
    (file) => /\/(server|scripts)\//.test(file) && !/\.(test|fixture)\.ts$/.test(file),
  );
  return ts.createProgram(files, { ...options, noEmit: true });
}

function readRecords(folder: string): RecordedStatement[] {
  return globSync(join(folder, "*.jsonl")).flatMap((file) =>
    readFileSync(file, "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as RecordedStatement),
  );
}

/** Runs the tests and returns what PostgreSQL returned; undefined if a test fails. */
function recordTests(paths: readonly string[]): RecordedStatement[] | undefined {
  const folder = mkdtempSync(join(tmpdir(), "lattice-rows-"));
  try {
    const { status } = spawnSync(
      process.execPath,
      [join(ROOT, "node_modules/vitest/vitest.mjs"), "run", ...paths],
      {
        cwd: ROOT,
        env: { ...process.env, ROW_RECORDS: folder },
        stdio: "inherit",
      },
    );
    return status === 0 ? readRecords(folder) : undefined;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const { values, positionals } = parseArgs({
  options: { records: { type: "string" }, report: { type: "string" }, help: { type: "boolean" } },
  allowPositionals: true,
});
if (values.help || (values.records === undefined && positionals.length === 0)) {
  console.log(
    "Usage: npm run check-rows -- PATH...\n  Runs the tests in these files or folders, and compares the rows that PostgreSQL returns with their row types.",
  );
  process.exit(values.help ? 0 : 1);
}
const records = values.records === undefined ? recordTests(positionals) : readRecords(values.records);
if (records === undefined) process.exit(1);
const { statementCount, problems } = compareRowTypes(createProgram(), ROOT, records, {
  onlyRecorded: values.records === undefined,
});
for (const problem of problems) console.error(problem);
if (values.report)
  writeFileSync(values.report, JSON.stringify({ passed: statementCount, failed: problems.length }));
else console.log(`Statements checked: ${statementCount}, problems: ${problems.length}`);
process.exitCode = problems.length > 0 ? 1 : 0;
