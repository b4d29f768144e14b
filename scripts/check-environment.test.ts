import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findEnvironmentReaders } from "./check-environment.ts";

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "lattice-environment-"));
});
afterAll(() => rmSync(root, { recursive: true }));

/** Returns what the check finds if this is the only file. */
function find(file: string, text: string): string | undefined {
  const path = join(root, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  const readers = findEnvironmentReaders(root);
  rmSync(path);
  return readers;
}

test.each([
  "process.env.PORT",
  "globalThis.process?.env",
  "process['env']",
  "const { env } = process;",
  'import { env } from "node:process";',
])("a module that reads the environment with %s is found", (text) => {
  expect(find("server/news/fetch-feed.ts", text)).toBe("server/news/fetch-feed.ts reads process.env");
});

test.each([
  ["server/config.ts", "process.env.PORT"],
  ["server/news/fetch-feed.test.ts", "process.env.PORT"],
  ["server/news/fetch-feed.ts", "// Not process.env\nconst port = config.port;"],
])("%s may contain: %s", (file, text) => {
  expect(find(file, text)).toBeUndefined();
});
