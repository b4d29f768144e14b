import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { encodeSessionCookies, serializeSession } from "#core/accounts/session-cookie.ts";
import { createReplicatedDatabase, type ReplicatedDatabase } from "#server/testing/database.ts";
import { type DatabaseProxy, startDatabaseProxy } from "#server/testing/database-proxy.ts";
import { findFreePort, type Program, startProgram } from "#server/testing/program.ts";

/** Three programs on a database with a replica. Needs the build that `npm test` creates. */

/** Every running program must answer requests again within this time after a fault. */
const RECOVERY_MS = 10_000;
/** How long members write while a fault lasts, and after it. */
const FAULT_MS = 1_000;
/** A pause between requests, so that they don't slow down programs that are starting. */
const PAUSE_MS = 100;
const ATTEMPT_MS = 5_000;

let replicated: ReplicatedDatabase;
let proxy: DatabaseProxy;
let folder: string;
const settings: Record<string, string>[] = [];
const programs: Program[] = [];

beforeAll(async () => {
  replicated = await createReplicatedDatabase();
  proxy = await startDatabaseProxy(replicated.replicaUrl);
  folder = await mkdtemp(join(tmpdir(), "lattice-replicas-"));
  for (let index = 0; index < 3; index += 1)
    settings.push({
      DATABASE_URL: replicated.url,
      DATABASE_REPLICA_URLS: proxy.url,
      DATA_DIR: folder,
      PORT: String(await findFreePort()),
      DEMO: "off",
      AUTH_RATE_LIMITS: "off",
      LOG_LEVEL: "error",
    });
  programs.push(...(await Promise.all(settings.map((own) => startProgram(own)))));
});
afterAll(async () => {
  await Promise.all(programs.map((program) => program.stop()));
  await proxy.close();
  await replicated.drop();
  await rm(folder, { recursive: true, force: true });
});

interface Post {
  readonly id: string;
  readonly title: string;
  comments: number;
  /** When its deletion was confirmed. */
  deletedAt: number;
}

const posts: Post[] = [];
const acknowledged = { posts: 0, comments: 0, deletions: 0 };
const violations: string[] = [];
let isOver = false;

/** Signs a member up, and returns a function that sends requests as the member's browser. */
async function openBrowser(url: string) {
  const name = `writer_${randomUUID().slice(0, 8)}`;
  const response = await fetch(`${url}/auth/v1/signup`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ email: `${name}@example.org`, password: randomUUID(), data: { username: name } }),
  });
  const session = encodeSessionCookies(serializeSession(await response.json()))
    .filter((line) => !line.includes("Max-Age=0"))
    .map((line) => line.split(";")[0]);
  let position: string[] = [];
  return async (program: Program, path: string, form?: Record<string, string>) => {
    const answer = await fetch(program.url + path, {
      method: form ? "POST" : "GET",
      headers: { Cookie: [...session, ...position].join("; "), Origin: program.url },
      ...(form && { body: new URLSearchParams(form) }),
      redirect: "manual",
      signal: AbortSignal.timeout(ATTEMPT_MS),
    });
    const written = answer.headers.getSetCookie().find((cookie) => cookie.startsWith("position="));
    if (written) position = [written.split(";")[0] ?? ""];
    return { status: answer.status, text: await answer.text() };
  };
}

const pick = <T>(items: readonly T[]): T | undefined => items[Math.floor(Math.random() * items.length)];

/** Sends a form to one program after the other until one confirms it. `isRepeated`: an earlier attempt succeeded. */
async function write(
  browse: Awaited<ReturnType<typeof openBrowser>>,
  path: string,
  form: Record<string, string>,
  isRepeated: (status: number) => boolean = () => false,
): Promise<boolean> {
  for (let attempt = 1; ; attempt += 1) {
    const program = pick(programs) as Program;
    const answer = await browse(program, path, form).catch(() => ({ status: 0, text: "" }));
    if ((answer.status >= 200 && answer.status < 400) || (attempt > 1 && isRepeated(answer.status)))
      return true;
    if (answer.status > 0 && answer.status < 500)
      violations.push(`${path} answered ${answer.status}: ${answer.text}`);
    if (isOver && attempt > 100) return false;
    await sleep(100);
  }
}

/** Writes, comments on and deletes posts, and reads each write right after its confirmation from another program. */
async function actAsMember(browse: Awaited<ReturnType<typeof openBrowser>>): Promise<void> {
  while (!isOver) {
    const id = randomUUID();
    const post: Post = { id, title: `Post ${id}`, comments: 0, deletedAt: Number.POSITIVE_INFINITY };
    const content = "Written while servers fail.";
    const form = { intent: "post", requestId: id, title: post.title, content, category: "tech", tags: "" };
    if (!(await write(browse, "/create.data", form))) return;
    posts.push(post);
    acknowledged.posts += 1;
    const comment = {
      intent: "comment",
      requestId: randomUUID(),
      parentId: "",
      content: `Comment on ${id}.`,
    };
    if (await write(browse, `/forum/${id}.data`, comment)) {
      post.comments += 1;
      acknowledged.comments += 1;
    }
    const own = await browse(pick(programs) as Program, `/forum/${id}`).catch(() => undefined);
    if (own && own.status < 500 && !own.text.includes(`Comment on ${id}.`))
      violations.push(`the author of ${post.title} doesn't see their comment: ${own.status}`);
    await sleep(PAUSE_MS);
    if (Math.random() < 0.5) continue;
    const isGone = (status: number) => status === 404;
    if (!(await write(browse, `/forum/${id}/edit.data`, { intent: "delete" }, isGone))) continue;
    post.deletedAt = performance.now();
    acknowledged.deletions += 1;
    const deleted = await browse(pick(programs) as Program, `/forum/${id}`).catch(() => undefined);
    if (deleted && deleted.status < 500 && deleted.status !== 404)
      violations.push(`${post.title} is shown to its author after its deletion: ${deleted.status}`);
  }
}

/** Reads lists and posts as a visitor, from all programs in turn. */
async function actAsVisitor(): Promise<void> {
  for (let turn = 0; !isOver; turn += 1) {
    const program = programs[turn % programs.length] as Program;
    const deleted = posts.filter(({ deletedAt }) => deletedAt < performance.now()).slice(-200);
    const target = turn % 2 === 0 ? undefined : pick(deleted);
    const path = target ? `/forum/${target.id}` : "/forum?sort=new";
    const text = await fetch(program.url + path, { signal: AbortSignal.timeout(ATTEMPT_MS) })
      .then((response) => response.text())
      .catch(() => "");
    for (const { title } of deleted)
      if (text.includes(title)) violations.push(`${path} shows the deleted ${title}`);
    await sleep(PAUSE_MS);
  }
}

/** Waits until every running program is ready and answers visitors. */
async function waitUntilRecovered(): Promise<void> {
  for (const { url } of programs)
    await vi.waitFor(
      async () => {
        const signal = AbortSignal.timeout(ATTEMPT_MS);
        for (const path of ["/readyz", `/forum?sort=new&turn=${randomUUID()}`])
          expect((await fetch(url + path, { signal })).status, path).toBe(200);
      },
      { timeout: RECOVERY_MS, interval: 50 },
    );
}

const readMetric = async (program: Program, name: string) => {
  const text = await (await fetch(`${program.url}/metrics`)).text();
  return Number(new RegExp(`^lattice_${name} (\\S+)$`, "m").exec(text)?.[1]);
};
const USED = 'replica_used\\{replica="[^"]+"\\}';
const untilReplicaIsUsed = () =>
  expect
    .poll(async () => Promise.all(programs.map((program) => readMetric(program, USED))))
    .toEqual([1, 1, 1]);

/** Each fault, and how it ends. */
const FAULTS: Readonly<Record<string, () => Promise<void>>> = {
  async "the replica stops replaying"() {
    await replicated.queryReplica("select pg_wal_replay_pause()");
    await sleep(FAULT_MS);
    await waitUntilRecovered();
    await replicated.queryReplica("select pg_wal_replay_resume()");
    await untilReplicaIsUsed();
  },
  async "the programs lose their listening connections"() {
    const client = new pg.Client({ connectionString: replicated.url });
    await client.connect();
    await client.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'lattice announcements'",
    );
    await client.end();
    await sleep(FAULT_MS);
  },
  async "a program is killed"() {
    await programs[0]?.kill();
    programs[0] = await startProgram(settings[0] as Record<string, string>);
  },
  async "the replica is disconnected"() {
    proxy.disconnect();
    await sleep(FAULT_MS);
    await waitUntilRecovered();
    proxy.restore();
    await untilReplicaIsUsed();
  },
  async "the replica no longer responds"() {
    proxy.freeze();
    await sleep(FAULT_MS);
    await waitUntilRecovered();
    proxy.disconnect();
    proxy.restore();
    await untilReplicaIsUsed();
  },
  async "the replica is promoted"() {
    await replicated.queryReplica("select pg_promote()");
    await sleep(FAULT_MS);
  },
};

test("while programs and the replica fail, every confirmed write is done once, nothing deleted is shown, and pages recover", async () => {
  const browsers = await Promise.all(programs.map(({ url }) => openBrowser(url)));
  const users = [...browsers.map(actAsMember), actAsVisitor(), actAsVisitor()];
  await untilReplicaIsUsed();
  for (const causeFault of Object.values(FAULTS)) {
    await causeFault();
    await waitUntilRecovered();
  }
  isOver = true;
  await Promise.all(users);

  expect(violations).toEqual([]);
  for (const count of Object.values(acknowledged)) expect(count).toBeGreaterThan(0);
  const database = replicated.open({ replicaUrls: [] });
  const { rows } = await database.pool.query<{ id: string; is_deleted: boolean; comments: number }>(
    `select p.id, p.deleted_at is not null as is_deleted,
       (select count(*)::int from comments c where c.post_id = p.id) as comments
     from forum_posts p`,
  );
  const stored = new Map(rows.map((row) => [row.id, row]));
  expect(rows.length).toBe(stored.size);
  for (const { id, comments, deletedAt } of posts)
    expect(stored.get(id)).toMatchObject({ is_deleted: Number.isFinite(deletedAt), comments });
  for (const program of programs) {
    expect(await readMetric(program, USED)).toBe(0);
    expect(await readMetric(program, 'database_reads_total\\{server="replica"\\}')).toBeGreaterThan(0);
    expect(program.output()).not.toContain('"level":"error"');
  }
});
