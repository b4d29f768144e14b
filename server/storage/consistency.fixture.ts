import { expect } from "vitest";
import type { StorageFixture } from "./testing.ts";

/** Checks that rows refer to exactly the files that exist, and that no file is incomplete. */
export async function expectConsistency({ database, listFiles }: StorageFixture): Promise<void> {
  const { rows } = await database.pool.query<{ file: string }>(
    "select file from storage.objects union all select thumbnail_file from storage.objects where thumbnail_file is not null",
  );
  const { complete, partial } = await listFiles();
  expect(complete.sort()).toEqual(rows.map(({ file }) => file).sort());
  expect(partial).toEqual([]);
}
