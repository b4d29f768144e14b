import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import ts from "typescript";
import { afterAll, beforeAll, expect, test } from "vitest";
import { compareRowTypes } from "./compare-row-types.ts";
import type { RecordedColumn, Shape } from "./record-rows.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "lattice-row-types-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const TEXT = 25;
const INT8 = 20;

const buildShape = (kinds: string[], shape: Partial<Shape> = {}): Shape => ({
  kinds,
  texts: [],
  properties: {},
  ...shape,
});
const buildColumn = (
  name: string,
  kinds: string[],
  shape: Partial<Shape> = {},
  type = TEXT,
): RecordedColumn => ({
  ...buildShape(kinds, shape),
  name,
  type,
});

/** Returns the problems found if a statement has the given row type but returned the given columns. */
function compare(
  rowType: string,
  columns: readonly RecordedColumn[] | null,
  runner = "execute",
  options: { readonly onlyRecorded?: boolean } = {},
): readonly string[] {
  const path = join(folder, "statement.ts");
  writeFileSync(
    path,
    `declare const db: { ${runner}<Row>(text: string): Row[] };\ntype Row = ${rowType};\ndb.${runner}<Row>("select");\n`,
  );
  const program = ts.createProgram([path], { strict: true, lib: ["lib.es5.d.ts"], types: [] });
  const records = columns === null ? [] : [{ site: "statement.ts:3", columns }];
  return compareRowTypes(program, folder, records, options).problems.map((problem) =>
    problem.replace("statement.ts:3: ", ""),
  );
}

test("a row type that fits has no problems", () => {
  const rowType = `{ id: string; votes: number; seen: Date | null; state: "open" | "closed"; tags: string[];
    author: { name: string; karma?: number } }`.replaceAll("\n", " ");
  expect(
    compare(rowType, [
      buildColumn("id", ["string"]),
      buildColumn("votes", ["number"]),
      buildColumn("seen", ["Date", "null"]),
      buildColumn("state", ["string"], { texts: ["open"] }),
      buildColumn("tags", ["array"], { items: buildShape(["string"]) }),
      buildColumn("author", ["object"], { properties: { name: buildShape(["string"]) } }),
    ]),
  ).toEqual([]);
});

test.each([
  [
    "a column that the type lacks",
    "{}",
    [buildColumn("id", ["string"])],
    'the row type lacks the column "id"',
  ],
  ["a column that the statement lacks", "{ id: string }", [], 'no column is named "id"'],
  ["a null value", "{ id: string }", [buildColumn("id", ["string", "null"])], "id: null isn't string"],
  [
    "a bigint declared as a number",
    "{ n: number }",
    [buildColumn("n", ["string"])],
    "n: string isn't number",
  ],
  [
    "a bigint declared as a number in a statement without rows",
    "{ n: number }",
    [buildColumn("n", [], {}, INT8)],
    "n: string isn't number",
  ],
  [
    "a string that the type doesn't declare",
    '{ state: "open" }',
    [buildColumn("state", ["string"], { texts: ["open", "closed"] })],
    'state: "closed" isn\'t declared',
  ],
  [
    "a JSON property of the wrong type",
    "{ author: { karma: string } }",
    [buildColumn("author", ["object"], { properties: { karma: buildShape(["number"]) } })],
    "author.karma: number isn't string",
  ],
  [
    "a property that JSON lacks",
    "{ author: { name: string } }",
    [buildColumn("author", ["object"])],
    'author: no value has "name"',
  ],
  [
    "array items of the wrong type",
    "{ tags: string[] }",
    [buildColumn("tags", ["array"], { items: buildShape(["number"]) })],
    "tags[]: number isn't string",
  ],
])("finds %s", (_, rowType, columns, problem) => {
  expect(compare(rowType, columns)).toEqual([problem]);
});

test.each(["executeNamed", "prepareNamed", "query"])(
  "also checks statements that run through %s",
  (runner) => {
    expect(compare("{ id: string }", [], runner)).toEqual(['no column is named "id"']);
  },
);

test("finds a statement that no test runs, unless only some of the tests were run", () => {
  expect(compare("{ id: string }", null)).toEqual(["no test reads the rows of this statement"]);
  const options = { onlyRecorded: true };
  expect(compare("{ id: string }", null, "execute", options)).toEqual([]);
  expect(compare("{ id: string }", [buildColumn("id", ["number"])], "execute", options)).toHaveLength(1);
});
