import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { expectConsistency } from "./consistency.fixture.ts";
import { createStorageFixture, createTestImage, type StorageFixture } from "./testing.ts";

let fixture: StorageFixture;
let bucket: string;
beforeAll(async () => {
  fixture = await createStorageFixture();
});
afterAll(() => fixture.end());
beforeEach(async () => {
  bucket = await fixture.createBucket();
});

const files = () => fixture.admin.from(bucket);

describe("concurrent operations:", () => {
  test("of ten concurrent uploads to one key, one succeeds and the others are refused", async () => {
    const results = await Promise.all(
      Array.from({ length: 10 }, (_, n) => files().upload("key", `text ${n}`)),
    );
    const winnerIndex = results.findIndex(({ error }) => error === null);
    expect(results.filter(({ error }) => error === null)).toHaveLength(1);
    for (const { error } of results.filter((result) => result.error)) {
      expect(error).toMatchObject({ statusCode: "409", code: "KeyAlreadyExists" });
    }
    expect(await (await files().download("key")).data?.text()).toBe(`text ${winnerIndex}`);
    await expectConsistency(fixture);
  });

  test("ten concurrent replacements of one object all succeed, and the file of exactly one of them remains", async () => {
    const results = await Promise.all(
      Array.from({ length: 10 }, (_, n) => files().update("key", `text ${n}`)),
    );
    expect(results.every(({ error }) => error === null)).toBe(true);
    expect(await (await files().download("key")).data?.text()).toMatch(/^text \d$/);
    await expectConsistency(fixture);
  });

  test("concurrent uploads, removals, moves and copies of one object leave no files without a row", async () => {
    await Promise.all(
      Array.from({ length: 40 }, async (_, n) => {
        if (n % 4 === 0) await files().update("key", `text ${n}`);
        else if (n % 4 === 1) await files().remove(["key"]);
        else if (n % 4 === 2) await files().move("key", `moved ${n}`);
        else await files().copy("key", `copied ${n}`);
      }),
    );
    await expectConsistency(fixture);
  });

  test("an upload into a bucket that is being deleted either prevents the deletion or is refused", async () => {
    const [upload, removal] = await Promise.all([
      files().upload("key", "text"),
      fixture.admin.deleteBucket(bucket),
    ]);
    if (removal.error === null) expect(upload.error).toMatchObject({ code: "NoSuchBucket" });
    else expect([removal.error.statusCode, upload.error]).toEqual(["409", null]);
    await expectConsistency(fixture);
  });

  test("a move into a bucket that is being deleted is refused, and the object stays where it is", async () => {
    await files().upload("key", "text");
    const destinationBucket = await fixture.createBucket();
    const client = await fixture.database.pool.connect();
    try {
      await client.query("begin");
      await client.query("delete from storage.buckets where id = $1", [destinationBucket]);
      const move = files().move("key", "moved", { destinationBucket });
      const { pool } = fixture.database;
      const findWaiting = () =>
        pool.query(
          "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        );
      await expect.poll(async () => (await findWaiting()).rows.length).toBe(1);
      await client.query("commit");
      expect((await move).error).toMatchObject({ statusCode: "404", code: "NoSuchBucket" });
    } finally {
      client.release();
    }
    expect(await (await files().download("key")).data?.text()).toBe("text");
  });

  test("downloads of an object that is being replaced return either version in full", async () => {
    const contents = ["a".repeat(200_000), "b".repeat(300_000)];
    await files().upload("key", contents[0] ?? "");
    const write = async () => {
      for (let n = 0; n < 15; n += 1) await files().update("key", contents[n % 2] ?? "");
    };
    const read = async () => {
      for (let n = 0; n < 30; n += 1)
        expect(contents).toContain(await (await files().download("key")).data?.text());
    };
    await Promise.all([write(), read(), read()]);
    await expectConsistency(fixture);
  });

  test("an image uploaded while its owner's account is being deleted is either rejected or deleted with the account", async () => {
    const { client, id } = await fixture.createMember();
    const bytes = await createTestImage(900, 10).png().toBuffer();
    const upload = client.from("post-images").upload(`${id}/a.png`, bytes);
    await fixture.database.pool.query("delete from auth.users where id = $1", [id]);
    const { error } = await upload;
    if (error) expect(error).toMatchObject({ statusCode: "403", code: "AccessDenied" });
    await fixture.app.storage.deleteMemberFiles(id);
    expect((await fixture.admin.from("post-images").listV2({ prefix: id })).data?.objects).toEqual([]);
    await expectConsistency(fixture);
  });
});
