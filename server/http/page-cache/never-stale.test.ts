import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { Member } from "#core/accounts/member.ts";
import type { App } from "#server/app.ts";
import {
  createReplicatedDatabase,
  type ReplicatedDatabase,
  type TestDatabase,
} from "#server/testing/database.ts";
import { createEdge } from "#server/testing/edge.ts";
import { insertMember } from "#server/testing/members.ts";
import { readPage } from "./read-page.fixture.ts";

interface SimulatedProcess {
  readonly app: App;
  readonly database: TestDatabase;
  get(path: string): Promise<{ text: string; isCached: boolean }>;
  write(run: (app: App) => Promise<unknown>): Promise<void>;
}

let replicatedDatabase: ReplicatedDatabase;
let database: TestDatabase;
/**
 * Two simulated processes on one database with a replica. Their pages return what their operations read, and a POST
 * runs one write.
 */
let processes: [SimulatedProcess, SimulatedProcess];
let admin: Member;
let author: Member;

async function startProcess(): Promise<SimulatedProcess> {
  let app: App | undefined;
  let renderCount = 0;
  let write: (app: App) => Promise<unknown> = async () => {};
  const ownDatabase = replicatedDatabase.open();
  const edge = await createEdge({
    database: ownDatabase,
    environment: { AUTH_RATE_LIMITS: "off" },
    pages: async (request, page) => {
      if (!app) throw new Error("not started");
      if (request.method === "POST") {
        await write(app);
        return new Response("done");
      }
      renderCount += 1;
      page.markShared();
      return Response.json(await readPage(app, new URL(request.url).pathname));
    },
  });
  app = edge.app;
  app.announcements.start();
  await vi.waitFor(() => expect(app?.announcements.isCurrent()).toBe(true), 60_000);
  return {
    app,
    database: ownDatabase,
    async get(path) {
      const before = renderCount;
      const text = await (await edge.http.request(`http://site.test${path}`)).text();
      return { text, isCached: renderCount === before };
    },
    async write(run) {
      write = run;
      expect(
        (
          await edge.http.request("http://site.test/write", {
            method: "POST",
            body: new URLSearchParams({ intent: "write" }),
          })
        ).status,
      ).toBe(200);
    },
  };
}

beforeAll(async () => {
  replicatedDatabase = await createReplicatedDatabase();
  processes = [await startProcess(), await startProcess()];
  database = processes[0].database;
  admin = await insertMember(database, "admin", { role: "admin" });
  await signIn(admin);
}, 60_000);
afterAll(async () => {
  await Promise.all(processes.map(({ app }) => app.announcements.stop()));
  await replicatedDatabase.drop();
});

let testNumber = 0;
beforeEach(async () => {
  testNumber += 1;
  author = await insertMember(database, `author${testNumber}`);
});

const createPost = async () =>
  (
    await processes[0].app.forum.createPost(author, {
      title: `A post ${testNumber}`,
      content: `Text of post ${testNumber}.`,
      category: "ai",
      tags: [],
    })
  ).id;

/** Waits until both processes serve the page from memory. */
async function waitUntilCached(path: string): Promise<string[]> {
  return Promise.all(
    processes.map(({ get }) =>
      vi.waitFor(
        async () => {
          const { text, isCached } = await get(path);
          expect(isCached, path).toBe(true);
          return text;
        },
        { timeout: 60_000, interval: 20 },
      ),
    ),
  );
}

async function cutAnnouncementConnections(): Promise<void> {
  await database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'lattice announcements' and datname = current_database()`,
  );
}

interface Case {
  readonly name: string;
  readonly prepare?: (postId: string) => Promise<unknown>;
  readonly paths: (postId: string) => readonly string[];
  readonly write: (app: App, postId: string) => Promise<unknown>;
  /** Builds a pattern that no response may match after the write. */
  readonly buildStalePattern: (postId: string) => RegExp;
}

/** Starts a session with a sign-in that is recent enough for admin actions. */
const signIn = (member: Member) =>
  database.pool.query("insert into auth.sessions (id, user_id, amr) values ($1, $2, $3)", [
    member.sessionId,
    member.id,
    JSON.stringify([{ method: "password", timestamp: Math.floor(Date.now() / 1000) }]),
  ]);

let commentId = "";
let articleId = "";
const addArticle = async () => {
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into public.news_articles (title, content, category, published_at, source, identity, content_digest)
     values ('An article ' || $1, 'Text of article ' || $1, 'ai', now(), 'A source', $1, $1) returning id`,
    [String(testNumber)],
  );
  articleId = rows[0]?.id ?? "";
};
const buildArticlePattern = () => new RegExp(`An article ${testNumber}\\b`);
const CASES: readonly Case[] = [
  {
    name: "a deleted post",
    paths: (id) => ["/forum", `/forum/${id}`, `/u/${author.username}`],
    write: (app, id) => app.forum.moderation.deletePost(admin, { id }),
    buildStalePattern: () => new RegExp(`Text of post ${testNumber}\\b`),
  },
  {
    name: "a locked post",
    paths: (id) => ["/forum", `/forum/${id}`],
    write: (app, id) => app.forum.moderation.setPostLocked(admin, { id, isLocked: true }),
    buildStalePattern: (id) => new RegExp(`"id":"${id}"[^{}]*("author":{[^{}]*})?[^{}]*"isLocked":false`),
  },
  {
    name: "a deleted comment",
    async prepare(postId) {
      commentId = (
        await processes[0].app.forum.addComment(author, { postId, content: "Loud text.", parentId: null })
      ).id;
    },
    paths: (id) => [`/forum/${id}`, `/u/${author.username}`],
    write: (app) => app.forum.moderation.deleteComment(admin, { id: commentId }),
    buildStalePattern: () => /Loud text/,
  },
  {
    name: "an edited post",
    paths: (id) => ["/forum", `/forum/${id}`, `/u/${author.username}`],
    write: (app, id) =>
      app.forum.editPost(author, {
        id,
        title: "Another title",
        content: "Other text.",
        category: "ai",
        tags: [],
      }),
    buildStalePattern: () => new RegExp(`Text of post ${testNumber}\\b`),
  },
  {
    name: "a cleared bio",
    prepare: () =>
      database.pool.query("update public.profiles set bio = 'Rude text.' where id = $1", [author.id]),
    paths: () => [`/u/${author.username}`],
    write: () => database.pool.query("update public.profiles set bio = '' where id = $1", [author.id]),
    buildStalePattern: () => /Rude text/,
  },
  {
    name: "a removed badge",
    prepare: () =>
      database.pool.query("update public.profiles set is_verified = true where id = $1", [author.id]),
    paths: (id) => ["/forum", `/forum/${id}`, `/u/${author.username}`],
    write: () =>
      database.pool.query("update public.profiles set is_verified = false where id = $1", [author.id]),
    buildStalePattern: () => new RegExp(`"username":"${author.username}"[^{}]*"isVerified":true`),
  },
  {
    name: "a changed username",
    paths: (id) => ["/forum", "/feed", `/forum/${id}`, `/u/${author.username}`],
    write: (app) =>
      app.auth.members.edit(admin, author.id, {
        username: `renamed${testNumber}`,
        bio: "",
        isVerified: false,
        reason: "",
      }),
    buildStalePattern: () => new RegExp(`\\bauthor${testNumber}\\b`),
  },
  {
    name: "a deleted account",
    paths: (id) => ["/forum", "/feed", `/forum/${id}`, `/u/${author.username}`],
    async write(app) {
      const confirmation = author.username;
      await app.auth.members.delete(admin, author.id, { content: "delete", confirmation, reason: "" });
    },
    buildStalePattern: () => new RegExp(`\\bauthor${testNumber}\\b`),
  },
  {
    name: "a hidden article",
    prepare: addArticle,
    paths: () => ["/news", `/article/${articleId}`],
    write: (app) => app.news.administration.hideArticle(admin, { id: articleId }),
    buildStalePattern: buildArticlePattern,
  },
  {
    name: "a deleted article",
    prepare: addArticle,
    paths: () => ["/news", `/article/${articleId}`],
    write: (app) => app.news.administration.deleteArticle(admin, { id: articleId }),
    buildStalePattern: buildArticlePattern,
  },
  {
    name: "a changed site name",
    async prepare() {
      await database.pool.query("delete from public.site_settings");
      await processes[0].app.announcements.publish(database.db, "settings", {});
    },
    paths: () => ["/settings"],
    write: (app) =>
      database.db.transaction(async (tx) => {
        await tx.execute(
          sql`insert into public.site_settings (section, value, version, changed_at, changed_by, changed_by_name)
            values ('general', '{"siteName": "Renamed"}', 1, now(), ${admin.id}::uuid, 'admin')`,
        );
        await app.announcements.publish(tx, "settings", {});
      }),
    buildStalePattern: () => /"siteName":"Lattice"/,
  },
];

const CONDITIONS = {
  "": { begin: async () => {}, end: async () => {} },
  ", even if the processes lose their announcement connections": {
    begin: cutAnnouncementConnections,
    end: async () => {},
  },
  ", even if the replica stops replaying": {
    begin: () => replicatedDatabase.queryReplica("select pg_wal_replay_pause()"),
    end: () => replicatedDatabase.queryReplica("select pg_wal_replay_resume()"),
  },
};

for (const { name, prepare, paths, write, buildStalePattern } of CASES) {
  for (const [condition, { begin, end }] of Object.entries(CONDITIONS)) {
    test(`no process shows outdated content once the write has been confirmed: ${name}${condition}`, async () => {
      const id = await createPost();
      await prepare?.(id);
      await processes[0].app.announcements.waitForDelivery();
      await replicatedDatabase.waitForReplica();
      const requestedPaths = paths(id);
      for (const path of requestedPaths)
        for (const text of await waitUntilCached(path)) expect(text).toMatch(buildStalePattern(id));
      await begin();
      try {
        await processes[0].write((app) => write(app, id));
        for (const { get } of processes) {
          for (const path of requestedPaths)
            expect((await get(path)).text, path).not.toMatch(buildStalePattern(id));
        }
      } finally {
        await end();
      }
    });
  }
}

test("the pages of these tests were read from the replica and, after changes, from the primary database", () => {
  for (const {
    database: { replicas },
  } of processes) {
    expect(replicas.counts.replica).toBeGreaterThan(0);
    expect(replicas.counts.primary).toBeGreaterThan(0);
  }
});
