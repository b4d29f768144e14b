import { appendFileSync, cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { hashSources, openDatabases } from "./databases.ts";
import { ROOT } from "./program.ts";

test.each([
  "bench/databases.ts",
  "bench/fill-search.ts",
  "core/forum/categories.ts",
  "server/database/migrations/0000_accounts.sql",
  "server/demo/generate-posts.ts",
  "server/demo/generated-words.ts",
  "server/search/index-backlog.ts",
])("a read-only database isn't reused after a change to %s", (path) => {
  const root = mkdtempSync(join(tmpdir(), "lattice-bench-sources-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const folder of ["bench", "core/forum", "server/database/migrations", "server/demo", "server/search"])
    cpSync(join(ROOT, folder), join(root, folder), { recursive: true });
  expect(hashSources(root)).toBe(hashSources());
  appendFileSync(join(root, path), "\n");
  expect(hashSources(root)).not.toBe(hashSources());
});

test("an embedded PostgreSQL that fails to start leaves no folders behind", async () => {
  const listFolders = () =>
    readdirSync(tmpdir()).filter((name) => name.startsWith("lattice-bench-database-"));
  const foldersBefore = listFolders();
  await expect(openDatabases(undefined, () => {}, { no_such_setting: "on" })).rejects.toThrow(
    "no_such_setting",
  );
  expect(listFolders()).toEqual(foldersBefore);
});
