import { spawn } from "node:child_process";
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { readConfig } from "#server/config.ts";
import { createLog } from "#server/platform/log.ts";
import { SITE_FILES_SQL } from "#server/site-files.ts";
import { type AppFixture, createAppFixture } from "#server/testing/app.ts";
import { createEdge } from "#server/testing/edge.ts";
import { type FaultyProxy, startFaultyProxy } from "#server/testing/faulty-proxy.ts";
import { getCommandArguments } from "#server/testing/program.ts";
import { type S3Server, startS3Server } from "#server/testing/s3-server.ts";
import {
  createDiskStore,
  createS3Store,
  deleteCopies,
  type FileStore,
  moveFiles,
  readLocation,
  type StoreName,
} from "./index.ts";

let site: AppFixture;
let s3: S3Server;
let proxy: FaultyProxy;
/** Another process of the same site, with settings for S3. */
let otherProcess: Awaited<ReturnType<typeof createEdge>>;
let stores: Record<StoreName, FileStore>;
let settings: Record<string, string>;
beforeAll(async () => {
  s3 = await startS3Server();
  proxy = await startFaultyProxy(s3.endpoint);
});
afterAll(async () => {
  await proxy.close();
  await s3.stop();
});

/** Creates a site with two processes: the first has no settings for S3, and the other one has them. */
beforeEach(async () => {
  proxy.setFault(() => undefined);
  settings = s3.settings({ endpoint: proxy.endpoint, prefix: `sites/${randomUUID()}` });
  site = await createAppFixture({ S3_ENDPOINT: "" });
  const environment = { PUBLIC_URL: "http://lattice.test", DATA_DIR: site.dataDir, AUTH_RATE_LIMITS: "off" };
  otherProcess = await createEdge({ database: site.database, environment: { ...environment, ...settings } });
  const config = readConfig(settings).storage.s3;
  if (!config) throw new Error("S3 must be configured");
  const timeouts = { connectMs: 1_000, responseMs: 1_000, uploadMs: 1_000, idleMs: 1_000 };
  stores = {
    disk: createDiskStore(site.dataDir),
    s3: createS3Store({ ...config, timeouts }, createLog("silent")),
  };
  return () => site.end();
});

const move = (to: StoreName) =>
  moveFiles({
    url: site.database.url,
    stores,
    to,
    filesSql: SITE_FILES_SQL,
    waitForDelivery: async () => {},
  });
const deleteOldCopies = (options = { waitMs: 0 }) =>
  deleteCopies(
    { url: site.database.url, stores, filesSql: SITE_FILES_SQL, waitForDelivery: async () => {} },
    options,
  );
const getLocation = async () => {
  const { store, previous, movedAt } = await readLocation(site.database.pool);
  return { store, previous, isComplete: movedAt !== null };
};

async function listPaths(): Promise<string[]> {
  const { rows } = await site.database.pool.query<{ path: string }>(SITE_FILES_SQL);
  return rows.map((row) => Object.values(row)[0] as string).sort();
}

async function listStoredPaths(store: FileStore): Promise<string[]> {
  const { rows } = await site.database.pool.query("select value from storage.settings where name = 'folder'");
  const paths: string[] = [];
  for (const folder of [`storage/${rows[0].value}`, "news-images"])
    for await (const batch of store.list(folder)) paths.push(...batch.map(({ path }) => path));
  return paths.sort();
}

/** Uploads images to the running site. Returns their URLs. */
async function addFiles(count = 4): Promise<string[]> {
  const member = await site.register();
  const urls: string[] = [];
  for (let index = 0; index < count; index += 1) urls.push(await site.uploadImage(member));
  return urls;
}

/** Adds files to the disk. Writes them and their rows directly, because uploading many would be slow. */
async function addFilesToDisk(count: number): Promise<void> {
  const { rows } = await site.database.pool.query("select value from storage.settings where name = 'folder'");
  const names = Array.from({ length: count }, () => randomUUID());
  for (const name of names) {
    const path = `storage/${rows[0].value}/whole/${name.slice(0, 2)}/${name}`;
    async function* content() {
      yield Buffer.from(name);
    }
    await stores.disk.put(path, content(), { maxBytes: 100 });
  }
  await site.database.pool.query(
    `insert into storage.objects (bucket_id, name, version, file, size, etag, content_type, cache_control)
     select 'post-images', 'many/' || file, gen_random_uuid(), file, 36, '"x"', 'image/webp', 'no-cache'
     from unnest($1::uuid[]) as f (file)`,
    [names],
  );
}

async function addNewsImage(store = stores.disk): Promise<string> {
  const id = randomUUID();
  await site.database.pool.query(
    "insert into public.news_images (id, address, address_digest, state, width, height) values ($1::uuid, $1::text, $1::text, 'stored', 4, 4)",
    [id],
  );
  for (const size of ["whole", "small"])
    await store.put(
      `news-images/${id.slice(0, 2)}/${id}-${size}.webp`,
      (async function* () {
        yield Buffer.from(`an image, ${size}`);
      })(),
      { maxBytes: 100 },
    );
  return `/news-images/${id}.webp`;
}

const computeDigest = async (response: Response) =>
  createHash("sha256")
    .update(Buffer.from(await response.arrayBuffer()))
    .digest("hex");
const fetchDigest = async (url: string) => {
  const response = await otherProcess.http.request(url);
  expect(response.status, url).toBe(200);
  return computeDigest(response);
};

test("all files are moved to S3 and back, are verified, and remain available throughout", async () => {
  const urls = [...(await addFiles()), await addNewsImage()];
  const digests = await Promise.all(urls.map(fetchDigest));
  const paths = await listPaths();

  expect(await move("s3")).toMatchObject({ movedCount: paths.length, missingCount: 0, failedCount: 0 });
  expect(await getLocation()).toEqual({ store: "s3", previous: "disk", isComplete: true });
  expect(await listStoredPaths(stores.s3)).toEqual(paths);
  await rm(join(site.dataDir, "storage"), { recursive: true });
  expect(await Promise.all(urls.map(fetchDigest))).toEqual(digests);

  // New files are only on S3.
  const addedUrl = await uploadThrough(otherProcess);
  expect(await listStoredPaths(stores.disk)).toHaveLength(2);

  expect(await move("disk")).toMatchObject({ movedCount: paths.length + 1, failedCount: 0 });
  expect(await listStoredPaths(stores.disk)).toEqual(await listPaths());
  proxy.setFault(() => ({ kind: "reset" }));
  expect(await Promise.all(urls.map(fetchDigest))).toEqual(digests);
  await fetchDigest(addedUrl);
});

/** Uploads an image through another process. Returns its URL. */
async function uploadThrough({ http }: typeof otherProcess): Promise<string> {
  const member = await site.register();
  const response = await http.request(`/storage/v1/object/post-images/${member.id}/${randomUUID()}`, {
    method: "POST",
    headers: { authorization: site.getBearer(member), "content-type": "image/png" },
    body: new Uint8Array(await createImage()),
  });
  const { Key } = (await response.json()) as { Key: string };
  expect(response.status).toBe(200);
  return `/storage/v1/object/public/${Key}`;
}

const createImage = async () => {
  const { default: sharp } = await import("sharp");
  return sharp({ create: { width: 40, height: 40, channels: 3, background: "red" } })
    .png()
    .toBuffer();
};

test("during a move, files are read from both stores, written to the new one and deleted from both", async () => {
  const urls = await addFiles(6);
  const digests = await Promise.all(urls.map(fetchDigest));
  const { promise: gate, resolve: openGate } = Promise.withResolvers<undefined>();
  const { promise: blocked, resolve: reportBlocked } = Promise.withResolvers<void>();
  let uploadCount = 0;
  proxy.setFault(({ method, url }) => {
    if (method !== "PUT" || !url.includes("/whole/")) return undefined;
    uploadCount += 1;
    if (uploadCount <= 4) return undefined;
    reportBlocked();
    return gate;
  });
  const movePromise = move("s3");
  await blocked;
  expect(await getLocation()).toEqual({ store: "s3", previous: "disk", isComplete: false });
  expect(await Promise.all(urls.map(fetchDigest))).toEqual(digests);
  await expect(move("s3")).rejects.toThrow("Another npm run files command is running on this site.");
  await expect(deleteOldCopies()).rejects.toThrow("Another npm run files command is running on this site.");
  openGate(undefined);
  proxy.setFault(() => undefined);
  const addedUrl = await uploadThrough(otherProcess);
  await movePromise;
  expect((await listStoredPaths(stores.disk)).length).toBe((await listPaths()).length - 1);
  await fetchDigest(addedUrl);

  // A deleted file is deleted from both stores.
  const key = (urls[0] ?? "").split("/post-images/")[1] ?? "";
  const { rows } = await site.database.pool.query("select file from storage.objects where name = $1", [key]);
  const ownerId = key.split("/")[0] ?? "";
  await otherProcess.app.storage.deleteMemberFiles(ownerId, {
    except: urls.slice(1).map((url) => url.split("/post-images/")[1] ?? ""),
  });
  const storedPaths = [...(await listStoredPaths(stores.disk)), ...(await listStoredPaths(stores.s3))];
  expect(storedPaths.filter((path) => path.endsWith(rows[0].file))).toEqual([]);
});

test("a move that was killed continues with the files that remain", async () => {
  await addFilesToDisk(250);
  let putCount = 0;
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
  proxy.setFault(({ method }) => {
    if (method !== "PUT") return undefined;
    putCount += 1;
    if (putCount < 150) return undefined;
    reach();
    return new Promise<undefined>(() => {});
  });
  const child = spawn(process.execPath, [...(await getCommandArguments("files.ts")), "move", "--to", "s3"], {
    env: { PATH: process.env.PATH, DATABASE_URL: site.database.url, DATA_DIR: site.dataDir, ...settings },
    stdio: "ignore",
  });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  await reached;
  child.kill("SIGKILL");
  await ended;
  expect(await getLocation()).toEqual({ store: "s3", previous: "disk", isComplete: false });

  // Counts URLs, not requests, because the client retries requests that fail.
  const uploadedUrls = new Set<string>();
  proxy.setFault(({ method, url }) => {
    if (method === "PUT") uploadedUrls.add(url);
    return undefined;
  });
  await expect
    .poll(async () => {
      const report = await move("s3").catch(() => undefined);
      return report?.failedCount;
    })
    .toBe(0);
  expect(uploadedUrls.size).toBe(150);
  expect(await getLocation()).toEqual({ store: "s3", previous: "disk", isComplete: true });
  expect(await listStoredPaths(stores.s3)).toEqual(await listPaths());
});

test("a copy that differs from the file is not used: the file is copied again, then listed as failed", async () => {
  const urls = await addFiles(3);
  const digests = await Promise.all(urls.map(fetchDigest));
  const [badPath = ""] = await listPaths();
  let badCopyCount = 0;
  proxy.setFault(({ method, url }) => {
    if (method !== "PUT" || !url.includes(badPath)) return undefined;
    badCopyCount += 1;
    return { kind: "corrupt", side: "request" };
  });
  const report = await move("s3");
  expect(badCopyCount).toBe(2);
  expect(report).toMatchObject({ movedCount: 2, failedCount: 1, hasStopped: false });
  expect(report.failures).toEqual([{ path: badPath, reason: "the copy differs from the file" }]);
  expect(await getLocation()).toEqual({ store: "s3", previous: "disk", isComplete: false });
  expect(await listStoredPaths(stores.s3)).not.toContain(badPath);
  expect(await Promise.all(urls.map(fetchDigest))).toEqual(digests);
  await expect(deleteOldCopies()).rejects.toThrow("The move isn't complete.");

  proxy.setFault(() => undefined);
  expect(await move("s3")).toMatchObject({ movedCount: 1, failedCount: 0 });
  expect(await listStoredPaths(stores.s3)).toEqual(await listPaths());
});

test("files that were already missing before the move are listed, and don't stop it", async () => {
  await addFiles(2);
  const [lostPath = ""] = await listPaths();
  await stores.disk.delete(lostPath);
  expect(await move("s3")).toMatchObject({
    movedCount: 1,
    missingPaths: [lostPath],
    missingCount: 1,
    failedCount: 0,
  });
  expect(await getLocation()).toMatchObject({ store: "s3", isComplete: true });
});

test("if S3 fails during a move, the move stops, and the site continues with the files on the disk", async () => {
  await addFilesToDisk(60);
  const urls = await addFiles(1);
  proxy.setFault(() => ({ kind: "status", status: 500 }));
  const report = await move("s3");
  expect(report).toMatchObject({ movedCount: 0, hasStopped: true });
  expect(report.failedCount).toBeGreaterThanOrEqual(20);
  expect(report.failedCount).toBeLessThan(30);
  await Promise.all(urls.map(fetchDigest));
  // Moving back to the disk doesn't copy anything.
  proxy.setFault(() => undefined);
  expect(await move("disk")).toMatchObject({ movedCount: 0, failedCount: 0 });
  expect(await getLocation()).toEqual({ store: "disk", previous: "s3", isComplete: true });
});

test("an hour after the move, the old copies can be deleted, and files that were added late are moved first", async () => {
  const urls = [...(await addFiles(2)), await addNewsImage()];
  await move("s3");
  // An upload that began before the move ends after it.
  await addFilesToDisk(1);
  const oldPaths = await listStoredPaths(stores.disk);
  urls.push(await addNewsImage(stores.s3));
  await expect(deleteOldCopies({ waitMs: 3_600_000 })).rejects.toThrow("Run the command again after");
  expect(await deleteOldCopies()).toBe(oldPaths.length);
  expect(await getLocation()).toEqual({ store: "s3", previous: null, isComplete: false });
  expect(await listStoredPaths(stores.disk)).toEqual([]);
  expect(await listStoredPaths(stores.s3)).toEqual(await listPaths());
  await Promise.all(urls.map(fetchDigest));
  await expect(deleteOldCopies()).rejects.toThrow("There are no old copies of the files.");
});

test("another site's files in the same data folder aren't deleted", async () => {
  await addFiles(1);
  const foreignPath = `storage/${randomUUID()}/whole/aa/aa${randomUUID().slice(2)}`;
  const foreignImagePath = `news-images/bb/bb${randomUUID().slice(2)}-whole.webp`;
  for (const path of [foreignPath, foreignImagePath])
    await stores.disk.put(
      path,
      (async function* () {
        yield randomBytes(10);
      })(),
      { maxBytes: 10 },
    );
  await move("s3");
  await deleteOldCopies();
  expect(await stores.disk.has(foreignPath)).toBe(true);
  expect(await stores.disk.has(foreignImagePath)).toBe(true);
});
