import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { compareRowTypes } from "./compare-row-types.ts";
import type { RecordedStatement } from "./record-rows.ts";

/** Compares the row types in the source with what PostgreSQL returned in the tests (scripts/sql/record-rows.ts). */

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

const [folder = "", , reportFile] = process.argv.slice(2);
const { statementCount, problems } = compareRowTypes(createProgram(), ROOT, readRecords(folder));
for (const problem of problems) console.error(problem);
if (reportFile)
  writeFileSync(reportFile, JSON.stringify({ passed: statementCount, failed: problems.length }));
process.exitCode = problems.length > 0 ? 1 : 0;
