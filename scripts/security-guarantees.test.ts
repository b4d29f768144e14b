import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const text = readFileSync("SECURITY.md", "utf8");
const guarantees = text.split(/^(?=\d+\. )/m).slice(1);

test("the guarantees are numbered consecutively", () => {
  expect(guarantees.map((guarantee) => Number.parseInt(guarantee, 10))).toEqual(
    guarantees.map((_, index) => index + 1),
  );
  expect(guarantees.length).toBeGreaterThan(20);
});

test.each(guarantees.map((guarantee) => [guarantee.slice(0, 60), guarantee]))(
  "%s lists tests that exist",
  (_start, guarantee) => {
    const paths = [...guarantee.matchAll(/`([\w/.-]+\.(?:test|spec)\.tsx?)`/g)].map(([, path]) => path ?? "");
    expect(paths.length).toBeGreaterThan(0);
    expect(paths.filter((path) => !existsSync(path))).toEqual([]);
  },
);
