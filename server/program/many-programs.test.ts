import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type BalancingProxy, startBalancingProxy } from "#server/testing/balancing-proxy.ts";
import { type Cdn, startCdn } from "#server/testing/cdn.ts";
import { createReplicatedDatabase, type ReplicatedDatabase } from "#server/testing/database.ts";
import { type DatabaseProxy, startDatabaseProxy } from "#server/testing/database-proxy.ts";
import { findFreePort, type Program, startProgram } from "#server/testing/program.ts";
import { type S3Server, startS3Server } from "#server/testing/s3-server.ts";
import { type Community, startCommunity } from "./community.fixture.ts";
import { REQUEST_TIMEOUT_MS, send, signUp } from "./member.fixture.ts";

/**
 * Tests three programs on a database with a replica and with files on S3, behind a load balancer and a CDN.
 * Needs the build that `npm test` creates.
 */

/** Every running program must respond to requests again within this time after a fault. */
const RECOVERY_MS = 10_000;
const CDN_MAX_AGE = 1;
/** How long the CDN may still show deleted content (docs/operations.md). */
const CDN_DELETION_DELAY_MS = CDN_MAX_AGE * 2_000;

let replicatedDatabase: ReplicatedDatabase;
let proxy: DatabaseProxy;
let s3: S3Server;
let balancer: BalancingProxy;
let cdn: Cdn;
let folder: string;
let community: Community;
const settings: Record<string, string>[] = [];
const programs: Program[] = [];

beforeAll(async () => {
  [replicatedDatabase, s3, folder] = await Promise.all([
    createReplicatedDatabase(),
    startS3Server(),
    mkdtemp(join(tmpdir(), "lattice-many-programs-")),
  ]);
  proxy = await startDatabaseProxy(replicatedDatabase.replicaUrl);
  for (let index = 0; index < 3; index += 1)
    settings.push({
      ...s3.settings(),
      DATABASE_URL: replicatedDatabase.url,
      DATABASE_REPLICA_URLS: proxy.url,
      CDN_MAX_AGE: String(CDN_MAX_AGE),
      DATA_DIR: folder,
      PORT: String(await findFreePort()),
      DEMO: "off",
      AUTH_RATE_LIMITS: "off",
      LOG_LEVEL: "error",
    });
  programs.push(...(await Promise.all(settings.map((environment) => startProgram(environment)))));
  balancer = await startBalancingProxy(getUrls());
  cdn = await startCdn(balancer.url);
});
afterAll(async () => {
  await cdn.close();
  await balancer.close();
  await Promise.all(programs.map((program) => program.stop()));
  await proxy.close();
  await s3.stop();
  await replicatedDatabase.drop();
  await rm(folder, { recursive: true, force: true });
});

const getUrls = () => programs.map(({ url }) => url);

/** Waits until every running program is ready, and until these programs and the CDN respond to visitors. */
async function waitUntilRecovered(): Promise<void> {
  const buildListUrl = (origin: string) => `${origin}/forum?sort=new&turn=${randomUUID()}`;
  const urls = [...getUrls().flatMap((url) => [`${url}/readyz`, buildListUrl(url)]), buildListUrl(cdn.url)];
  const signal = AbortSignal.timeout(RECOVERY_MS);
  for (const url of urls)
    await vi.waitFor(async () => expect((await fetch(url, { signal })).status, url).toBe(200), {
      timeout: RECOVERY_MS,
      interval: 50,
    });
}

/** Waits until more writes have been confirmed. */
async function waitUntilWritesContinue(): Promise<void> {
  const count = () => Object.values(community.confirmedCounts).reduce((sum, number) => sum + number, 0);
  const before = count();
  await expect.poll(count, { interval: 20 }).toBeGreaterThan(before + 6);
}

const readMetric = async (program: Program, name: string) => {
  const text = await (await fetch(`${program.url}/metrics`)).text();
  return Number(new RegExp(`^lattice_${name} (\\S+)$`, "m").exec(text)?.[1]);
};
/** Waits until all programs read from the replica, or until none of them does. */
const waitUntilReplicaIs = (use: "used" | "unused") =>
  expect
    .poll(
      () => Promise.all(programs.map((program) => readMetric(program, 'replica_used\\{replica="[^"]+"\\}'))),
      { interval: 250 },
    )
    .toEqual(programs.map(() => (use === "used" ? 1 : 0)));

/** The faults by name. Each function causes the fault and waits for its outcome. */
const FAULTS: Readonly<Record<string, () => Promise<void>>> = {
  async "the replica stops replaying"() {
    await replicatedDatabase.queryReplica("select pg_wal_replay_pause()");
    await waitUntilReplicaIs("unused");
    await waitUntilWritesContinue();
    await waitUntilRecovered();
    await replicatedDatabase.queryReplica("select pg_wal_replay_resume()");
    await waitUntilReplicaIs("used");
  },
  async "the programs lose their listening connections"() {
    const client = new pg.Client({ connectionString: replicatedDatabase.url });
    await client.connect();
    await client.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'lattice announcements'",
    );
    await client.end();
    await waitUntilWritesContinue();
  },
  async "S3 is killed"() {
    await s3.restart();
    await waitUntilWritesContinue();
  },
  async "a program is killed"() {
    const index = Math.floor(Math.random() * programs.length);
    await programs[index]?.kill();
    programs[index] = await startProgram(settings[index] as Record<string, string>);
  },
  async "the replica is disconnected"() {
    proxy.disconnect();
    await waitUntilReplicaIs("unused");
    await waitUntilWritesContinue();
    await waitUntilRecovered();
    proxy.restore();
    await waitUntilReplicaIs("used");
  },
  async "the replica no longer responds"() {
    proxy.freeze();
    await waitUntilReplicaIs("unused");
    await waitUntilWritesContinue();
    await waitUntilRecovered();
    proxy.disconnect();
    proxy.restore();
    await waitUntilReplicaIs("used");
  },
  async "the replica is promoted"() {
    // The statement doesn't wait for the promotion, because replayed changes could cancel a long statement.
    await replicatedDatabase.queryReplica("select pg_promote(wait => false)");
    await waitUntilReplicaIs("unused");
    await waitUntilWritesContinue();
  },
};

test("members never get a page from the CDN's cache, and the cache shows a deleted post for no longer than documented", async () => {
  let time = Date.now();
  const ownCdn = await startCdn(balancer.url, () => time);
  try {
    const author = await signUp(programs[0]?.url ?? "");
    const id = randomUUID();
    const title = `Post ${id}`;
    const form = { intent: "post", requestId: id, title, content: "Some text.", category: "tech", tags: "" };
    await author.submit(`${programs[0]?.url}/create.data`, form);
    const postUrl = `${ownCdn.url}/forum/${id}`;
    const listUrl = `${ownCdn.url}/forum?sort=new`;
    for (const url of [postUrl, listUrl])
      for (const source of ["site", "fresh"])
        expect(await send(url)).toMatchObject({ status: 200, source, text: expect.stringContaining(title) });
    for (let attempt = 0; attempt < 2; attempt += 1)
      expect(await author.open(postUrl)).toMatchObject({
        source: "site",
        text: expect.stringContaining(`/forum/${id}/edit`),
      });
    expect(await send(postUrl)).toMatchObject({
      source: "fresh",
      text: expect.not.stringContaining(`/forum/${id}/edit`),
    });

    await author.submit(`${programs[1]?.url}/forum/${id}/edit.data`, { intent: "delete" });
    expect(await author.open(postUrl)).toMatchObject({ status: 404, source: "site" });
    time += CDN_MAX_AGE * 1_000;
    // The CDN may serve the stale page once more, while it asks for a new one.
    expect(await send(postUrl)).toMatchObject({ source: "stale", text: expect.stringContaining(title) });
    await expect.poll(async () => (await send(postUrl)).status).toBe(404);
    // No one has opened the list since the deletion.
    time += CDN_MAX_AGE * 1_000;
    expect(await send(listUrl)).toMatchObject({ source: "site", text: expect.not.stringContaining(title) });
  } finally {
    await ownCdn.close();
  }
});

test("while programs, S3 and the replica fail, every confirmed write is applied once, nothing deleted is shown, and pages recover", async () => {
  community = await startCommunity({
    urls: getUrls(),
    cdnUrl: cdn.url,
    cdnDeletionDelayMs: CDN_DELETION_DELAY_MS,
  });
  await waitUntilReplicaIs("used");
  for (const causeFault of Object.values(FAULTS)) {
    await causeFault();
    await waitUntilRecovered();
  }
  await community.stop();

  expect(community.violations).toEqual([]);
  for (const count of Object.values(community.confirmedCounts)) expect(count).toBeGreaterThan(0);
  for (const count of Object.values(cdn.counts)) expect(count).toBeGreaterThan(0);
  const { pool } = replicatedDatabase.open({ replicaUrls: [] });
  const { rows } = await pool.query<{ id: string; is_deleted: boolean; comments: number }>(
    `select p.id, p.deleted_at is not null as is_deleted,
       (select count(*)::int from comments c where c.post_id = p.id) as comments
     from forum_posts p`,
  );
  const storedPosts = new Map(rows.map((row) => [row.id, row]));
  for (const { id, commentCount, deletedAt } of community.posts)
    expect(storedPosts.get(id)).toMatchObject({
      is_deleted: Number.isFinite(deletedAt),
      comments: commentCount,
    });
  const { rows: objects } = await pool.query<{ path: string }>(
    "select '/storage/v1/object/public/' || bucket_id || '/' || name as path from storage.objects",
  );
  expect(objects.map(({ path }) => path).sort()).toEqual([...community.imagePaths].sort());
  for (const path of community.imagePaths) {
    const response = await fetch(cdn.url + path, { signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) });
    expect(response.status, path).toBe(200);
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(0);
  }
  for (const program of programs) {
    expect(await readMetric(program, 'database_reads_total\\{server="replica"\\}')).toBeGreaterThan(0);
    expect(program.readOutput()).not.toContain('"level":"error"');
  }
});
