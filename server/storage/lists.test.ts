import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createStorageFixture, type StorageFixture } from "./testing.ts";

const KEYS = ["b.txt", "A.txt", "c/1.txt", "c/2.txt", "c/deep/3.txt", "C2/x", "d_1", "dx1"];
let fixture: StorageFixture;
let bucket: string;
beforeAll(async () => {
  fixture = await createStorageFixture();
  bucket = await fixture.createBucket();
  // Uploaded one after the other, so that their times differ.
  for (const key of KEYS) {
    await fixture.admin.from(bucket).upload(key, key);
    fixture.clock.advance(1);
  }
});
afterAll(() => fixture.end());

const files = () => fixture.admin.from(bucket);
const listNames = async (...parameters: Parameters<ReturnType<typeof files>["list"]>) =>
  (await files().list(...parameters)).data?.map(({ name }) => name);

describe("list", () => {
  test("shows files and folders at the top level, by name regardless of case", async () => {
    expect(await listNames()).toEqual(["A.txt", "b.txt", "c", "C2", "d_1", "dx1"]);
    const { data } = await files().list();
    expect(data?.[0]).toEqual({
      name: "A.txt",
      id: expect.any(String),
      updated_at: expect.stringMatching(/Z$/),
      created_at: expect.stringMatching(/Z$/),
      last_accessed_at: expect.stringMatching(/Z$/),
      metadata: {
        eTag: expect.stringMatching(/^"/),
        size: 5,
        mimetype: "text/plain;charset=UTF-8",
        cacheControl: "max-age=3600",
        lastModified: expect.stringMatching(/Z$/),
        contentLength: 5,
        httpStatusCode: 200,
      },
    });
    expect(data?.[2]).toEqual({
      name: "c",
      id: null,
      updated_at: null,
      created_at: null,
      last_accessed_at: null,
      metadata: null,
    });
  });

  test("lists a folder with or without a trailing slash, but not by a prefix of its name", async () => {
    expect(await listNames("c")).toEqual(["1.txt", "2.txt", "deep"]);
    expect(await listNames("c/")).toEqual(["1.txt", "2.txt", "deep"]);
    expect(await listNames("c/deep")).toEqual(["3.txt"]);
    expect(await listNames("c/de")).toEqual([]);
    expect(await listNames("nowhere")).toEqual([]);
  });

  test("can be searched by prefix inside the folder", async () => {
    expect(await listNames("", { search: "C" })).toEqual(["c", "C2"]);
    expect(await listNames("c", { search: "2" })).toEqual(["2.txt"]);
    expect(await listNames("", { search: "c/de" })).toEqual(["deep"]);
    expect(await listNames("", { search: "d_" })).toEqual(["d_1"]);
    expect(await listNames("", { search: "%" })).toEqual([]);
  });

  test("can be sorted and limited", async () => {
    expect(await listNames("", { sortBy: { column: "name", order: "desc" } })).toEqual([
      "dx1",
      "d_1",
      "C2",
      "c",
      "b.txt",
      "A.txt",
    ]);
    expect(await listNames("", { sortBy: { column: "created_at", order: "desc" } })).toEqual([
      "c",
      "C2",
      "dx1",
      "d_1",
      "A.txt",
      "b.txt",
    ]);
    expect(await listNames("", { limit: 2, offset: 1 })).toEqual(["b.txt", "c"]);
    expect((await files().list("", { sortBy: { column: "owner_id" } })).error).toMatchObject({
      code: "InvalidRequest",
    });
    expect((await files().list("", { limit: 0 })).error).toMatchObject({ code: "InvalidRequest" });
  });

  test("shows nothing to clients without access, and refuses a missing bucket", async () => {
    const { client } = await fixture.createMember();
    expect((await client.from(bucket).list()).data).toEqual([]);
    expect((await fixture.visitor.from(bucket).list()).data).toEqual([]);
    expect((await fixture.admin.from("nowhere").list()).error).toMatchObject({ code: "NoSuchBucket" });
  });
});

describe("list-v2:", () => {
  const readPage = async (options: Parameters<ReturnType<typeof files>["listV2"]>[0]) => {
    const { data, error } = await files().listV2(options);
    if (error) throw error;
    return data;
  };
  const SORTED_KEYS = ["A.txt", "C2/x", "b.txt", "c/1.txt", "c/2.txt", "c/deep/3.txt", "d_1", "dx1"];

  test("full keys are listed in byte order", async () => {
    const { objects, folders, hasNext } = await readPage({});
    expect(objects.map(({ name }) => name)).toEqual(SORTED_KEYS);
    expect([folders, hasNext]).toEqual([[], false]);
    expect(objects[0]).toMatchObject({ id: expect.any(String), metadata: { size: 5 } });
  });

  test("a prefix is the beginning of a key, not a folder", async () => {
    expect((await readPage({ prefix: "d" })).objects.map(({ name }) => name)).toEqual(["d_1", "dx1"]);
    expect((await readPage({ prefix: "d_" })).objects.map(({ name }) => name)).toEqual(["d_1"]);
  });

  test("a delimiter lists folders separately", async () => {
    const topPage = await readPage({ with_delimiter: true });
    expect(topPage.folders).toEqual([
      { name: "C2/", key: "C2" },
      { name: "c/", key: "c" },
    ]);
    expect(topPage.objects.map(({ name }) => name)).toEqual(["A.txt", "b.txt", "d_1", "dx1"]);
    const folderPage = await readPage({ with_delimiter: true, prefix: "c/" });
    expect(folderPage.folders).toEqual([{ name: "c/deep/", key: "c/deep" }]);
    expect(folderPage.objects.map(({ name }) => name)).toEqual(["c/1.txt", "c/2.txt"]);
  });

  test.each([
    ["name", "asc", false],
    ["name", "desc", false],
    ["name", "asc", true],
    ["name", "desc", true],
    ["created_at", "asc", false],
    ["created_at", "desc", true],
    ["updated_at", "desc", false],
  ] as const)(
    "by %s %s, delimiter %s: the pages add up to the full list",
    async (column, order, delimiter) => {
      const options = { with_delimiter: delimiter, sortBy: { column, order } };
      const names: string[] = [];
      let cursor: string | undefined;
      for (let pageCount = 0; pageCount < 10; pageCount += 1) {
        // The cursor includes the sort order; later requests can't change it.
        const page = await readPage(
          cursor ? { with_delimiter: delimiter, limit: 2, cursor } : { ...options, limit: 2 },
        );
        const entries = [...page.folders, ...page.objects].map(({ name }) => name);
        expect(entries.length).toBeLessThanOrEqual(2);
        names.push(...entries);
        cursor = page.nextCursor;
        expect(page.hasNext).toBe(cursor !== undefined);
        if (!cursor) break;
      }
      const fullPage = await readPage(options);
      const entries = [...fullPage.folders, ...fullPage.objects].map(({ name }) => name);
      expect([...names].sort()).toEqual([...entries].sort());
      expect(new Set(names).size).toBe(names.length);
      const files = names.filter((name) => !name.endsWith("/"));
      expect(files).toEqual(fullPage.objects.map(({ name }) => name));
      if (column === "created_at" && order === "asc") expect(files[0]).toBe("b.txt");
    },
  );

  test("a forged cursor is refused", async () => {
    const forgedCursor = Buffer.from('["file","asc","",null]').toString("base64url");
    for (const cursor of ["nonsense", forgedCursor]) {
      expect((await files().listV2({ cursor })).error).toMatchObject({
        status: 400,
        statusCode: "400",
        code: "InvalidRequest",
      });
    }
  });

  test("clients without access see nothing, and a missing bucket is refused", async () => {
    expect((await fixture.visitor.from(bucket).listV2({})).data).toEqual({
      hasNext: false,
      folders: [],
      objects: [],
    });
    expect((await fixture.admin.from("nowhere").listV2({})).error).toMatchObject({ code: "NoSuchBucket" });
  });
});

test("list returns at most 1500 objects; list-v2 returns at most 1000 and a cursor", async () => {
  const largeBucket = fixture.admin.from(await createBucketWithRows(1600));
  expect((await largeBucket.list("")).data).toHaveLength(100);
  expect((await largeBucket.list("", { limit: 5000 })).data).toHaveLength(1500);
  const first = (await largeBucket.listV2({ limit: 5000 })).data;
  expect([first?.objects.length, first?.hasNext]).toEqual([1000, true]);
  const rest = (await largeBucket.listV2({ limit: 5000, cursor: first?.nextCursor ?? "" })).data;
  expect([rest?.objects.length, rest?.hasNext]).toEqual([600, false]);
});

test("emptying a bucket deletes all of its objects, no matter how many", async () => {
  // More than two batches. All batches after the first are deleted in the background.
  const id = await createBucketWithRows(401);
  expect((await fixture.admin.emptyBucket(id)).error).toBeNull();
  await expect.poll(async () => (await fixture.admin.from(id).list("")).data).toEqual([]);
  // The bucket can be deleted afterwards.
  await expect.poll(async () => (await fixture.admin.deleteBucket(id)).error).toBeNull();
});

/** Creates a bucket with the rows of objects, but not their files. Returns the bucket's ID. */
async function createBucketWithRows(objectCount: number): Promise<string> {
  const id = await fixture.createBucket();
  await fixture.database.pool.query(
    `insert into storage.objects (bucket_id, name, version, file, size, etag, content_type, cache_control)
     select $1, 'n' || n, gen_random_uuid(), gen_random_uuid(), 1, '"e"', 'a/b', 'no-cache'
     from generate_series(1, $2) as n`,
    [id, objectCount],
  );
  return id;
}
