import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readConfig } from "#server/config.ts";

const FILES = ["*.md", "docs/**/*.md", "{core,server,web,scripts}/**/*.{ts,tsx}"];

test("screens, messages and docs set switches only to on or off", () => {
  const assignments = globSync(FILES)
    .filter((path) => !path.endsWith(".test.ts"))
    .flatMap((path) =>
      [...readFileSync(path, "utf8").matchAll(/\b([A-Z][A-Z\d]*_[A-Z\d_]+|DEMO)=([a-z]+)\b/g)].map(
        ([text, name = "", value = ""]) => ({ path, text, problem: findProblem(name, value) }),
      ),
    );
  expect(assignments.length).toBeGreaterThan(20);
  expect(assignments.filter(({ problem }) => problem.includes('must be "on" or "off"'))).toEqual([]);
});

function findProblem(name: string, value: string): string {
  try {
    readConfig({ [name]: value });
    return "";
  } catch (error) {
    return String(error);
  }
}
