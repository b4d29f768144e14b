import { randomUUID } from "node:crypto";
import { mkdir, readdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { readConfig } from "#server/config.ts";
import { runStartupMaintenance } from "#server/maintenance.ts";
import { createJobs } from "#server/platform/jobs.ts";
import { createLog } from "#server/platform/log.ts";
import { SITE_FILES_SQL } from "#server/site-files.ts";
import { type AppFixture, createAppFixture, createPlainImage } from "#server/testing/app.ts";
import { type FaultyProxy, startFaultyProxy } from "#server/testing/faulty-proxy.ts";
import { type S3Server, startS3Server } from "#server/testing/s3-server.ts";
import { checkFiles, readLocation, readSiteId } from "./index.ts";

/** Tests a site whose files are on S3, with wrong settings and while S3 doesn't respond. */

let s3: S3Server;
let proxy: FaultyProxy;
let site: AppFixture;
let settings: Record<string, string>;
beforeAll(async () => {
  s3 = await startS3Server();
  proxy = await startFaultyProxy(s3.endpoint);
  settings = s3.settings({ endpoint: proxy.endpoint, prefix: "site" });
  site = await createAppFixture(settings);
});
afterEach(() => proxy.setFault(() => undefined));
afterAll(async () => {
  await site.end();
  await proxy.close();
  await s3.stop();
});

const check = (environment: Record<string, string>, { pool } = site.database) =>
  checkFiles(pool, {
    s3: readConfig(environment).storage.s3,
    filesSql: SITE_FILES_SQL,
    log: createLog("silent"),
  });

test("wrong settings prevent startup and are explained; an outage doesn't prevent it", async () => {
  const member = await site.register();
  await site.uploadImage(member);
  await check(settings);
  await expect(check({ ...settings, S3_ACCESS_KEY: "other" })).rejects.toThrow(
    `${proxy.endpoint} doesn't recognize the access key. Check S3_ACCESS_KEY.`,
  );
  await expect(check({ ...settings, S3_SECRET_KEY: "other" })).rejects.toThrow(
    `${proxy.endpoint} refused the signature. Check S3_SECRET_KEY and S3_REGION.`,
  );
  await expect(check({ ...settings, S3_BUCKET: "other" })).rejects.toThrow(
    `There is no bucket other at ${proxy.endpoint}. Create it, or correct S3_BUCKET.`,
  );
  await expect(check({ ...settings, S3_PREFIX: "other" })).rejects.toThrow(
    `The bucket files at ${proxy.endpoint} doesn't contain the files of this site. ` +
      "Check S3_ENDPOINT, S3_BUCKET and S3_PREFIX (other).",
  );
  await expect(check({})).rejects.toThrow(
    "The files of this site are on S3. Set S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY and S3_SECRET_KEY.",
  );
  await check({ ...settings, S3_ENDPOINT: "http://127.0.0.1:1" });
  for (const fault of [{ kind: "status", status: 503 }, { kind: "reset" }] as const) {
    proxy.setFault(() => fault);
    await check(settings);
  }
});

test("at startup, S3 is only blamed for failed requests to S3", async () => {
  await site.uploadImage(await site.register());
  const lines: string[] = [];
  const options = {
    s3: readConfig(settings).storage.s3,
    log: createLog("error", { write: (line: string) => lines.push(line) }),
  };
  const { pool } = site.database;
  await expect(checkFiles(pool, { ...options, filesSql: "select path from missing" })).rejects.toThrow(
    'relation "missing" does not exist',
  );
  expect(lines).toEqual([]);
  proxy.setFault(({ method }) => (method === "HEAD" ? { kind: "status", status: 503 } : undefined));
  await checkFiles(pool, { ...options, filesSql: SITE_FILES_SQL });
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    {
      reason: "HTTP 503",
      msg: "a request to S3 failed; files can't be loaded from S3 or stored there until it works again",
    },
  ]);
});

test("a new site stores its files on S3, and an existing site's files stay on the disk until they are moved", async () => {
  expect(await readLocation(site.database.pool)).toMatchObject({ store: "s3", previous: null });
  const existingSite = await createAppFixture({ S3_ENDPOINT: "" });
  try {
    const { pool } = existingSite.database;
    await existingSite.uploadImage(await existingSite.register());
    // Simulates an upgrade.
    await pool.query("delete from storage.location");
    await check(settings, existingSite.database);
    expect(await readLocation(pool)).toMatchObject({ store: "disk", previous: null });
    await check({}, existingSite.database);
  } finally {
    await existingSite.end();
  }
});

test("while S3 doesn't respond, pages work, and uploads are refused with a message and can be retried later", async () => {
  const member = await site.register();
  const url = await site.uploadImage(member);
  const newsImageId = randomUUID();
  const storedKeys = await s3.listKeys();
  proxy.setFault(() => ({ kind: "reset" }));

  expect((await site.http.request("/healthz")).status).toBe(200);
  const readiness = await site.http.request("/readyz");
  expect([readiness.status, await readiness.text()]).toEqual([503, "storage_unavailable\n"]);
  expect((await site.http.request("/")).status).toBe(200);

  const refusal = await site.http.request(url);
  expect([refusal.status, refusal.headers.get("cache-control")]).toEqual([503, "no-store"]);
  expect(await refusal.json()).toEqual({
    statusCode: "503",
    code: "StorageUnavailable",
    error: "StorageUnavailable",
    message: "We can't store or load files right now. Please try again in a moment.",
  });
  const { headers } = await site.http.request(url, { method: "HEAD" });
  const conditionalHeaders = { "if-none-match": headers.get("etag") ?? "" };
  expect((await site.http.request(url, { headers: conditionalHeaders })).status).toBe(304);

  const key = `${member.id}/${randomUUID()}.png`;
  const upload = async () =>
    site.http.request(`/storage/v1/object/post-images/${key}`, {
      method: "POST",
      headers: { authorization: site.getBearer(member), "content-type": "image/png" },
      body: new Uint8Array(await createPlainImage(20, 20)),
    });
  expect((await upload()).status).toBe(503);
  const avatarChange = site.app.profiles.changeAvatar(member, await createPlainImage(64, 64));
  await expect(avatarChange).rejects.toThrow(/^We can't store or load files right now/);
  const image = await site.http.request(`/news-images/${newsImageId}.webp`);
  expect([image.status, image.headers.get("cache-control")]).toEqual([200, "no-cache"]);

  proxy.setFault(() => undefined);
  expect(await s3.listKeys()).toEqual(storedKeys);
  // After so many failures, the S3 client retries fewer requests.
  await expect.poll(async () => (await upload()).status).toBe(200);
  await expect.poll(async () => (await site.http.request("/readyz")).status).toBe(200);
  expect((await site.http.request(url)).status).toBe(200);
});

test("while S3 doesn't respond, members can still delete images, and the files are deleted later", async () => {
  const member = await site.register();
  const url = await site.uploadImage(member);
  await site.uploadImage(member);
  const storedKeys = await s3.listKeys();
  const { promise: outageEnd, resolve: endOutage } = Promise.withResolvers<undefined>();
  proxy.setFault(({ method }) => (method === "DELETE" ? outageEnd : undefined));
  const { rows } = await site.database.pool.query(
    "select name from storage.objects where bucket_id = 'post-images' and owner_id = $1",
    [member.id],
  );
  expect(rows).toHaveLength(2);
  const deletion = Promise.resolve(
    site.http.request("/storage/v1/object/post-images", {
      method: "DELETE",
      headers: { authorization: site.getBearer(member), "content-type": "application/json" },
      body: JSON.stringify({ prefixes: rows.map(({ name }) => name) }),
    }),
  );
  expect(await Promise.race([deletion, sleep(6_000, null)])).toMatchObject({ status: 200 });
  expect((await site.http.request(url)).ok).toBe(false);
  endOutage(undefined);
  await expect.poll(async () => (await s3.listKeys()).length).toBeLessThan(storedKeys.length - 1);
});

test("images that were being uploaded when a process was killed are deleted from the disk", async () => {
  const siteId = await readSiteId(site.database.pool);
  const folder = join(site.dataDir, "storage", siteId ?? "", "half");
  await mkdir(folder, { recursive: true });
  const [oldFile, recentFile] = [randomUUID(), randomUUID()];
  for (const file of [oldFile, recentFile]) await writeFile(join(folder, file), "the beginning of an image");
  await utimes(join(folder, oldFile), new Date(0), new Date(0));
  await site.app.storage.repairStorage();
  expect(await readdir(folder)).toEqual([recentFile]);
});

test("an interrupted download ends with an error, not with a truncated file", async () => {
  const member = await site.register();
  const url = await site.uploadImage(member);
  let count = 0;
  proxy.setFault(({ method }) => {
    if (method !== "GET") return undefined;
    count += 1;
    return { kind: "truncate", bytes: count === 1 ? 10 : 0 };
  });
  const response = await site.http.request(url);
  expect(response.status).toBe(200);
  await expect(response.arrayBuffer()).rejects.toThrow();
});

test("maintenance at startup logs an outage as a warning", async () => {
  const warnings: unknown[] = [];
  const errors: unknown[] = [];
  const log = {
    ...createLog("silent"),
    warn: ({ err }: { err: unknown }) => void warnings.push(err),
    error: ({ err }: { err: unknown }) => void errors.push(err),
  } as ReturnType<typeof createLog>;
  proxy.setFault(() => ({ kind: "status", status: 503 }));
  await runStartupMaintenance({ ...site.app, database: site.database, log }, () => false);
  expect(warnings).toMatchObject([{ code: "StorageUnavailable" }]);
  expect(errors).toEqual([]);
});

test("jobs log an outage as a warning, and other failures as errors", async () => {
  const levels: Record<string, string> = {};
  const log = createLog("warn", {
    write(line: string) {
      const { level, job, msg } = JSON.parse(line);
      if (msg === "a job failed") levels[job] = level;
    },
  });
  const jobs = createJobs({ pool: site.database.pool, log, pollSeconds: 0.5 });
  jobs.add({
    name: "outage",
    timeoutSeconds: 60,
    run: async () => void (await site.app.storage.repairStorage()),
  });
  jobs.add({ name: "bug", timeoutSeconds: 60, run: () => Promise.reject(new Error("a bug")) });
  proxy.setFault(() => ({ kind: "status", status: 503 }));
  jobs.start();
  try {
    await expect
      .poll(async () => {
        for (const name of ["outage", "bug"]) await jobs.send(name, {}, name).catch(() => {});
        return levels;
      })
      .toEqual({ outage: "warn", bug: "error" });
  } finally {
    await jobs.stop();
  }
});
