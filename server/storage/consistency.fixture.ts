import { expect } from "vitest";
import type { StorageFixture } from "./testing.ts";

async function listReferencedFiles({ database }: StorageFixture): Promise<string[]> {
  const { rows } = await database.pool.query<{ file: string }>(
    "select file from storage.objects union all select thumbnail_file from storage.objects where thumbnail_file is not null",
  );
  return rows.map(({ file }) => file).sort();
}

/** Checks that rows refer to exactly the files that exist, and that no file is incomplete. */
export async function expectConsistency(fixture: StorageFixture): Promise<void> {
  const { complete, partial } = await fixture.listFiles();
  expect(complete.sort()).toEqual(await listReferencedFiles(fixture));
  expect(partial).toEqual([]);
}
