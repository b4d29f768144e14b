import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createRestoreTarget } from "#server/backup/index.ts";
import { readConfig } from "#server/config.ts";
import { createLog } from "#server/platform/log.ts";
import { type S3Server, startS3Server } from "#server/testing/s3-server.ts";
import { createDiskStore } from "./disk-store.ts";
import type { FileStore, ListedFile } from "./file-store.ts";
import { createS3Store } from "./s3-store.ts";

/** Tests what both stores have in common. */

let folder: string;
let s3: S3Server;
const stores: Record<string, FileStore> = {};
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "lattice-stores-"));
  s3 = await startS3Server();
  stores.disk = createDiskStore(folder);
  for (const prefix of [undefined, "sites/one"]) {
    const { s3: settings } = readConfig(s3.settings(prefix === undefined ? {} : { prefix })).storage;
    if (!settings) throw new Error("S3 must be configured");
    stores[prefix === undefined ? "S3" : "S3 with a prefix"] = createS3Store(settings, createLog("silent"));
  }
});
afterAll(async () => {
  await s3.stop();
  await rm(folder, { recursive: true, force: true });
});

const siteId = randomUUID();
const createPath = () => {
  const name = randomUUID();
  return `storage/${siteId}/whole/${name.slice(0, 2)}/${name}`;
};
async function* toChunks(bytes: Uint8Array, size = 65_536): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}
const read = async (store: FileStore, path: string, range?: { start: number; end: number }) => {
  const content = await store.get(path, range);
  return (
    content && { size: content.size, bytes: Buffer.from(await new Response(content.body).arrayBuffer()) }
  );
};
async function list(store: FileStore, folder: string) {
  const files: ListedFile[] = [];
  for await (const listed of store.list(folder)) files.push(...listed);
  return files;
}
const TOO_LARGE = expect.objectContaining({ code: "EntityTooLarge" });

describe.each(["disk", "S3", "S3 with a prefix"])("%s:", (name) => {
  const getStore = (): FileStore => {
    const store = stores[name];
    if (!store) throw new Error("unknown store");
    return store;
  };

  test.each([0, 1, 100_000, 5 * 1024 * 1024, 12_345_678])("stores and returns %i bytes", async (size) => {
    const store = getStore();
    const path = createPath();
    const bytes = randomBytes(size);
    const storedFile = await store.put(path, toChunks(bytes), { maxBytes: size });
    expect(storedFile.size).toBe(size);
    expect(storedFile.sha256).toMatch(/^[0-9a-f]{64}$/);
    const content = await read(store, path);
    expect(content?.size).toBe(size);
    expect(content?.bytes.equals(bytes)).toBe(true);
    expect(await store.has(path)).toBe(true);
  });

  test("returns ranges, with the total size of the file", async () => {
    const store = getStore();
    const path = createPath();
    await store.put(path, toChunks(Buffer.from("0123456789")), { maxBytes: 10 });
    for (const [start, end] of [
      [0, 0],
      [2, 5],
      [9, 9],
      [0, 9],
    ] as const) {
      const content = await read(store, path, { start, end });
      expect([content?.size, content?.bytes.toString()]).toEqual([10, "0123456789".slice(start, end + 1)]);
    }
  });

  test("a missing file is neither found nor copied, and deleting it succeeds", async () => {
    const store = getStore();
    const [path, otherPath] = [createPath(), createPath()];
    expect(await store.get(path)).toBeUndefined();
    expect(await store.has(path)).toBe(false);
    expect(await store.copy(path, otherPath)).toBe(false);
    await store.delete(path);
    expect(await store.has(otherPath)).toBe(false);
  });

  test("a copy has the same content and outlives its source", async () => {
    const store = getStore();
    const [path, otherPath] = [createPath(), createPath()];
    await store.put(path, toChunks(Buffer.from("text")), { maxBytes: 4 });
    expect(await store.copy(path, otherPath)).toBe(true);
    await store.delete(path);
    expect(await store.has(path)).toBe(false);
    expect((await read(store, otherPath))?.bytes.toString()).toBe("text");
  });

  test.each([10, 11_000_000])(
    "a stream longer than %i bytes is refused and nothing is stored",
    async (max) => {
      const store = getStore();
      const path = createPath();
      const upload = store.put(path, toChunks(Buffer.alloc(max + 1)), { maxBytes: max });
      await expect(upload).rejects.toEqual(TOO_LARGE);
      expect(await store.has(path)).toBe(false);
    },
  );

  test.each([10, 11_000_000])(
    "a stream that fails after %i bytes stores nothing and its error is thrown",
    async (size) => {
      const store = getStore();
      const path = createPath();
      const failure = new Error("the client hung up");
      async function* failingStream() {
        yield* toChunks(Buffer.alloc(size));
        throw failure;
      }
      await expect(store.put(path, failingStream(), { maxBytes: 1e9 })).rejects.toBe(failure);
      expect(await store.has(path)).toBe(false);
    },
  );

  test("a reader that stops early doesn't affect other readers", async () => {
    const store = getStore();
    const path = createPath();
    await store.put(path, toChunks(Buffer.alloc(1_000_000, 1)), { maxBytes: 1e6 });
    const unreadContent = await store.get(path);
    await unreadContent?.body.cancel();
    const partialReader = (await store.get(path))?.body.getReader();
    await partialReader?.read();
    await partialReader?.cancel();
    expect((await read(store, path))?.size).toBe(1_000_000);
  });

  test("lists the files of a folder with their modification times", async () => {
    const store = getStore();
    const ownSiteId = randomUUID();
    const paths = ["0a", "0b", "ff"].map(
      (shard) => `storage/${ownSiteId}/whole/${shard}/${shard}${randomUUID().slice(2)}`,
    );
    const since = Date.now() - 2_000;
    for (const path of paths) await store.put(path, toChunks(Buffer.from("x")), { maxBytes: 1 });
    const listed = await list(store, `storage/${ownSiteId}`);
    expect(listed.map(({ path }) => path).sort()).toEqual([...paths].sort());
    for (const { modifiedAt } of listed) expect(modifiedAt.getTime()).toBeGreaterThan(since);
    const shardFiles = await list(store, `storage/${ownSiteId}/whole/0a`);
    expect(shardFiles.map(({ path }) => path)).toEqual([paths[0]]);
    expect(await list(store, `storage/${randomUUID()}`)).toEqual([]);
  });

  test.each([
    "storage/../secret",
    `storage/${siteId}/whole/../../../etc/passwd`,
    `storage/${siteId}/whole/aa/..`,
    `/storage/${siteId}/whole/aa/${siteId}`,
    `storage/${siteId}/whole/aa/${siteId}\0`,
    `storage/${siteId}/half/${siteId}`,
    "news-images/aa/../../x-whole.webp",
    "",
  ])("the path %j is refused", async (path) => {
    const store = getStore();
    const message = "isn't one of the program's files";
    await expect(store.get(path)).rejects.toThrow(message);
    await expect(store.has(path)).rejects.toThrow(message);
    await expect(store.delete(path)).rejects.toThrow(message);
    await expect(store.put(path, toChunks(Buffer.from("x")), { maxBytes: 1 })).rejects.toThrow(message);
    await expect(store.copy(createPath(), path)).rejects.toThrow(message);
    await expect(list(store, path)).rejects.toThrow("isn't one of the program's folders");
  });
});

test("a key is the prefix followed by the path", async () => {
  const path = createPath();
  await stores["S3 with a prefix"]?.put(path, toChunks(Buffer.from("x")), { maxBytes: 1 });
  const keys = await s3.listKeys();
  expect(keys).toContain(`sites/one/${path}`);
  expect(keys.every((key) => key.startsWith("sites/one/storage/") || key.startsWith("storage/"))).toBe(true);
});

test("a full disk is logged, and is an outage for users, but its cause is explained to operators", async () => {
  const logLines: string[] = [];
  const log = createLog("error", { write: (line: string) => void logLines.push(line) });
  const disk = createDiskStore(folder, log);
  // A disk can't be filled here, so the source reports what a write to a full disk would.
  async function* fillDisk(): AsyncGenerator<Uint8Array> {
    yield Buffer.from("the beginning");
    throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
  }
  const options = { maxBytes: 100 };
  const unavailable = expect.objectContaining({ code: "StorageUnavailable", httpStatus: 503 });
  const path = createPath();
  await expect(disk.put(path, fillDisk(), options)).rejects.toEqual(unavailable);
  const buffered = disk.withTemporaryFile(`storage/${siteId}`, fillDisk(), options, async () => {});
  await expect(buffered).rejects.toEqual(unavailable);
  expect(logLines.map((line) => JSON.parse(line))).toMatchObject(
    Array.from({ length: 2 }, () => ({
      error: "ENOSPC: no space left on device, write",
      msg: "the disk is full",
    })),
  );
  expect(await disk.has(path)).toBe(false);
  const target = createRestoreTarget({ dataDir: folder, s3: null, log });
  await expect(target.put(path, fillDisk(), options)).rejects.toThrow(
    `The disk that contains ${folder} is full. Free some space, then run the command again.`,
  );
});
