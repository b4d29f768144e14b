import { afterAll, beforeAll, expect, test } from "vitest";
import type { Member } from "#core/accounts/member.ts";
import type { App } from "#server/app.ts";
import {
  createReplicatedDatabase,
  type ReplicatedDatabase,
  type TestDatabase,
} from "#server/testing/database.ts";
import { createEdge } from "#server/testing/edge.ts";
import { insertMember } from "#server/testing/members.ts";
import { createMetrics } from "./metrics.ts";

let replicatedDatabase: ReplicatedDatabase;
let database: TestDatabase;
let app: App;
let http: Awaited<ReturnType<typeof createEdge>>["http"];
let member: Member;
let postId: string;
/** How far the app's clock is ahead of the database's. */
let clockLeadMs = 0;

beforeAll(async () => {
  replicatedDatabase = await createReplicatedDatabase();
  database = replicatedDatabase.open();
  const edge = await createEdge({
    database,
    clock: { now: () => new Date(Date.now() + clockLeadMs) },
    environment: { AUTH_RATE_LIMITS: "off", PUBLIC_URL: "https://site.test", TRUST_PROXY: "1" },
    // A POST request votes, and every response shows the post's votes.
    async pages(request) {
      if (request.method === "POST")
        await edge.app.forum.voteOnPost(member, { postId, voteType: 1, rule: "once" });
      const { upvotes, ownVote } = await edge.app.forum.getPost(member, postId);
      return Response.json({ upvotes, ownVote });
    },
  });
  ({ app, http } = edge);
  app.announcements.start();
  const author = await insertMember(database, "author");
  member = await insertMember(database, "member");
  const content = "Text of the post.";
  ({ id: postId } = await app.forum.createPost(author, {
    title: "A post",
    content,
    category: "ai",
    tags: [],
  }));
});
afterAll(async () => {
  await app.announcements.stop();
  await replicatedDatabase.drop();
});

const HTTPS = { "X-Forwarded-Proto": "https" };
async function get(cookie?: string) {
  const headers = { ...HTTPS, ...(cookie && { Cookie: cookie }) };
  const before = database.replicas.counts.replica;
  const response = await http.request("https://site.test/post", { headers });
  return { ...(await response.json()), isFromReplica: database.replicas.counts.replica > before };
}
const post = () =>
  http.request("https://site.test/post", {
    method: "POST",
    headers: { ...HTTPS, Origin: "https://site.test" },
    body: new URLSearchParams({ vote: "1" }),
  });
const waitUntilReplicaIsUsed = (cookie?: string) =>
  expect.poll(async () => (await get(cookie)).isFromReplica, { interval: 20 }).toBe(true);

test("a member sees their own vote, even if the replica doesn't have it yet", async () => {
  await waitUntilReplicaIsUsed();
  await replicatedDatabase.queryReplica("select pg_wal_replay_pause()");
  let cookie: string;
  try {
    const [setCookie = ""] = (await post()).headers.getSetCookie();
    expect(setCookie).toMatch(/^__Host-position=\d+; Path=\/; Max-Age=10; HttpOnly; SameSite=Lax; Secure$/);
    cookie = setCookie.split(";")[0] ?? "";
    expect(await get(cookie)).toEqual({ upvotes: 1, ownVote: 1, isFromReplica: false });
    // For other clients, changed counts may appear a moment later.
    expect(await get()).toEqual({ upvotes: 0, ownVote: 0, isFromReplica: true });
  } finally {
    await replicatedDatabase.queryReplica("select pg_wal_replay_resume()");
  }
  await waitUntilReplicaIsUsed(cookie);
  expect(await get(cookie)).toEqual({ upvotes: 1, ownVote: 1, isFromReplica: true });
});

test("an invalid position is ignored, and one that is too high makes only its sender read from the primary database", async () => {
  await waitUntilReplicaIsUsed();
  for (const invalidPosition of ["-1", "1e9", "0/16B3748", "", "9999999999999999"])
    expect((await get(`__Host-position=${invalidPosition}`)).isFromReplica).toBe(true);
  expect((await get("__Host-position=999999999999999")).isFromReplica).toBe(false);
  expect((await get()).isFromReplica).toBe(true);
});

test("metrics show the replica and which server ran the reads", async () => {
  await waitUntilReplicaIsUsed();
  const counts = { hits: 0, misses: 0, invalidations: 0, bytes: 0 };
  const { registry } = createMetrics(database, { streamCount: 0 }, { counts });
  const text = await registry.metrics();
  expect(text).toMatch(/^lattice_replica_used\{replica=".+:5432"\} 1$/m);
  expect(text).toMatch(/^lattice_replica_lag_bytes\{replica=".+:5432"\} \d+$/m);
  expect(text).toMatch(/^lattice_replica_lag_seconds\{replica=".+:5432"\} [\d.]+$/m);
  expect(text).toMatch(/^lattice_database_reads_total\{server="replica"\} [1-9]\d*$/m);
});

test("/readyz shows the replicas without their names, and doesn't depend on them", async () => {
  await waitUntilReplicaIsUsed();
  const readReadiness = async () => {
    const response = await http.request("https://site.test/readyz", { headers: HTTPS });
    return { status: response.status, text: await response.text() };
  };
  const timePattern = /\d{4}-[\dT:.-]+Z/.source;
  await expect
    .poll(async () => (await readReadiness()).text)
    .toMatch(
      new RegExp(
        `^ready\nreplica 1: used \\(\\d+ bytes behind, [\\d.]+ s at most; last answer ${timePattern}\\)\n$`,
      ),
    );
  await replicatedDatabase.queryReplica("select pg_promote()");
  await expect
    .poll(async () => (await readReadiness()).text)
    .toContain("replica 1: not used (promoted; lag unknown");
  const { status, text } = await readReadiness();
  expect(status).toBe(200);
  expect(text).toMatch(new RegExp(`not used since ${timePattern}\\)\n$`));
});

test("the dashboard counts a replica as unused only if it hasn't been used for a while", async () => {
  const admin = await insertMember(database, "admin", { role: "admin" });
  const countUnused = async () => (await app.admin.readSiteFigures(admin)).unusedReplicaCount;
  await database.replicas.check();
  expect((await app.admin.readReplicas(admin)).statuses).toMatchObject([{ problem: "promoted" }]);
  clockLeadMs = -60_000;
  expect(await countUnused()).toBe(0);
  clockLeadMs = 60_000;
  expect(await countUnused()).toBe(1);
});
