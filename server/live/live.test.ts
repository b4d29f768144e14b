import { randomUUID } from "node:crypto";
import { Hono } from "hono";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Member } from "#core/accounts/member.ts";
import type { LiveEvent } from "#core/live/events.ts";
import { createAnnouncements } from "#server/platform/announcements.ts";
import { systemClock } from "#server/platform/clock.ts";
import { createLog } from "#server/platform/log.ts";
import { type AppFixture, createAppFixture } from "#server/testing/app.ts";
import { createLive } from "./index.ts";
import { type Listening, listen } from "./testing.ts";

let fixture: AppFixture;
let ada: Member;
let bob: Member;
const streams: Listening[] = [];

beforeAll(async () => {
  fixture = await createAppFixture();
  fixture.app.announcements.start();
  fixture.app.live.start();
  [ada, bob] = [await fixture.register(), await fixture.register()];
});
afterAll(async () => {
  await fixture.app.live.close();
  await fixture.app.announcements.stop();
  await fixture.end();
});

async function open(options?: Parameters<typeof listen>[1]): Promise<Listening> {
  const stream = await listen(fixture, options);
  streams.push(stream);
  return stream;
}
const words = { title: "A title of it", content: "Secret words.", category: "crypto", tags: ["one"] };
const makePost = async () => (await fixture.app.forum.createPost(ada, words)).id;
const say = async (postId: string, parentId: string | null = null) =>
  (await fixture.app.forum.addComment(bob, { postId, parentId, content: "More secret words." })).id;
const about = (id: string) => (event: LiveEvent) =>
  [...(event.posts ?? []), ...(event.comments ?? [])].some((state) => state.id === id);

test("a new post is told to everybody, by its id, its figures and what lists are filtered by", async () => {
  const stream = await open();
  const id = await makePost();
  const event = await stream.next(about(id));
  expect(event).toEqual({
    at: expect.any(Number),
    posts: [
      {
        id,
        isNew: true,
        authorId: ada.id,
        category: "crypto",
        tags: ["one"],
        upvotes: 0,
        downvotes: 0,
        commentCount: 0,
        isLocked: false,
      },
    ],
  });
});

test("votes and comments are told as they leave the figures, and who voted is not", async () => {
  const postId = await makePost();
  const stream = await open();
  await fixture.app.forum.voteOnPost(bob, { postId, voteType: 1, rule: "toggle" });
  await stream.next((event) => event.posts?.some((one) => !one.isGone && one.upvotes === 1) === true);
  const parentId = await say(postId);
  await stream.next((event) => event.posts?.some((one) => !one.isGone && one.commentCount === 1) === true);
  const id = await say(postId, parentId);
  const event = await stream.next(about(id));
  expect(event.comments?.find((one) => one.id === id)).toEqual({
    id,
    postId,
    parentId,
    isNew: true,
    authorId: bob.id,
    upvotes: 0,
    downvotes: 0,
  });
  await fixture.app.forum.voteOnComment(ada, { commentId: id, voteType: -1 });
  await stream.next((told) => told.comments?.some((one) => !one.isGone && one.downvotes === 1) === true);
  const text = JSON.stringify(stream.events);
  expect(text).not.toContain("ecret words");
  expect(text).not.toContain("A title");
});

test("of what is deleted nothing is told but that, even when it came and went at once", async () => {
  const postId = await makePost();
  const commentId = await say(postId);
  const stream = await open();
  await fixture.app.forum.deleteComment(bob, commentId);
  // That it was made may be told on this stream as well, when it was read late.
  const told = await stream.next(
    (event) => event.comments?.some((one) => one.id === commentId && one.isGone) === true,
  );
  expect(told.comments).toEqual([{ id: commentId, postId, isGone: true }]);
  await fixture.app.forum.deletePost(ada, postId);
  const gone = (event: LiveEvent) => event.posts?.some((one) => one.id === postId && one.isGone) === true;
  expect((await stream.next(gone)).posts).toEqual([{ id: postId, isGone: true }]);

  const brief = await makePost();
  await fixture.app.forum.deletePost(ada, brief);
  await stream.next((event) => event.posts?.some((one) => one.id === brief && one.isGone) === true);
});

test("a lock is told", async () => {
  const postId = await makePost();
  const stream = await open();
  await fixture.database.pool.query("update forum_posts set is_locked = true where id = $1", [postId]);
  await stream.next((event) => event.posts?.some((one) => !one.isGone && one.isLocked) === true);
});

test("a stream that comes back goes on where it was; one that was away too long is told so", async () => {
  const stream = await open();
  const first = await makePost();
  const { at } = await stream.next(about(first));
  await stream.end();
  const second = await makePost();
  const third = await makePost();
  for (const headers of [{ "Last-Event-ID": String(at) }, {}]) {
    const path = "Last-Event-ID" in headers ? "/live" : `/live?since=${at}`;
    const again = await open({ path, headers: headers as Record<string, string> });
    await again.next(about(second));
    await again.next(about(third));
    expect(again.events.some(({ missed }) => missed)).toBe(false);
  }
  const late = await open({ path: "/live?since=1000" });
  expect(await late.next(() => true)).toEqual({ at: expect.any(Number), missed: true });
  const odd = await open({ path: "/live?since=x" });
  const fourth = await makePost();
  await odd.next(about(fourth));
  expect(odd.events.some(about(third))).toBe(false);
});

test("a program that has just started knows what was made before it: a page of that time is told that, and no more", async () => {
  const before = Date.now();
  const [first, second] = [await makePost(), await makePost()];
  const answer = await say(first);
  await fixture.app.forum.deletePost(ada, second);
  const { auth, forum } = fixture.app;
  const log = createLog("silent");
  const announcements = createAnnouncements({ url: fixture.database.url, log });
  const { database } = fixture;
  const live = createLive({
    database,
    clock: systemClock,
    log,
    announcements,
    auth,
    forum,
    trustProxy: 0,
    limited: false,
  });
  const http = new Hono().get("/live", (c) => live.open(c));
  announcements.start();
  try {
    const stream = await vi.waitFor(async () => {
      const opened = await listen({ http }, { path: `/live?since=${before - 1}` });
      await opened.next(({ at }) => at !== undefined);
      expect(opened.events.some(({ missed }) => missed)).toBe(false);
      return opened;
    }, 60_000);
    await stream.next(about(first));
    await stream.next(about(answer));
    expect(stream.events.some(about(second))).toBe(false);

    // A page that was made after them: what it is told for certainty's sake is older than it.
    const late = await listen({ http }, { path: `/live?since=${Date.now()}` });
    const since = Date.now();
    const third = await makePost();
    await late.next(about(third));
    const old = late.events.filter((event) => !about(third)(event));
    expect(old.filter(({ missed, at = 0 }) => missed || at > since)).toEqual([]);
  } finally {
    await live.close();
    await announcements.stop();
  }
});

test("when more has changed than can be told, and when the database was out of hearing, that is told", async () => {
  const stream = await open();
  await fixture.database.pool.query(
    `insert into forum_posts (title, content, category, author_id)
     select 'Many', 'Words', 'ai', $1 from generate_series(1, 60)`,
    [ada.id],
  );
  await stream.next(({ missed }) => missed === true);
  const second = await open();
  await fixture.database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'lattice announcements' and datname = current_database()`,
  );
  await second.next(({ missed }) => missed === true);
  const id = await makePost();
  await second.next(about(id));
});

test("a member's own figures go to his streams alone, and to none after he is signed out or suspended", async () => {
  const { database, app } = fixture;
  const carol = await fixture.register();
  const streamsOf = async (member: Member) => open({ headers: { Cookie: fixture.cookiesOf(member) } });
  const [own, others, visitors] = [await streamsOf(carol), await streamsOf(bob), await open()];
  const tell = (memberId: string) => app.announcements.announce(database.db, "notification", { memberId });
  const unreadOf = ({ events }: Listening) => events.filter(({ unread }) => unread !== undefined).length;
  // Each begins with what is unread at the moment.
  for (const stream of [own, others]) await stream.next(({ unread }) => unread !== undefined);
  await tell(carol.id);
  await expect.poll(() => unreadOf(own)).toBe(2);
  const marker = await makePost();
  await Promise.all([others, visitors].map((stream) => stream.next(about(marker))));
  expect([unreadOf(others), unreadOf(visitors)]).toEqual([1, 0]);

  await database.pool.query("delete from auth.sessions where id = $1", [carol.sessionId]);
  await own.ended;
  const again = await streamsOf(carol);
  await tell(carol.id);
  const after = await makePost();
  await again.next(about(after));
  expect(unreadOf(again)).toBe(0);

  await database.pool.query("update auth.users set banned_until = now() + interval '1 hour' where id = $1", [
    bob.id,
  ]);
  await others.ended;
  await database.pool.query("update auth.users set banned_until = null where id = $1", [bob.id]);
});

test("another site's page is refused, and a HEAD keeps nothing open", async () => {
  const before = fixture.app.live.streams;
  const foreign = await fixture.http.request("/live", { headers: { "Sec-Fetch-Site": "cross-site" } });
  expect(foreign.status).toBe(403);
  const head = await fixture.http.request("/live", { method: "HEAD" });
  expect(head.headers.get("Content-Type")).toContain("text/event-stream");
  expect(head.body).toBeNull();
  expect(fixture.app.live.streams).toBe(before);
});

test("proxies are told not to gather or keep the stream", async () => {
  const { answer } = await open({ headers: { "Accept-Encoding": "gzip, br" } });
  expect(answer.headers.get("Content-Encoding")).toBeNull();
  expect(answer.headers.get("Cache-Control")).toBe("no-store, no-transform");
  expect(answer.headers.get("X-Accel-Buffering")).toBe("no");
});

test("whoever goes away is forgotten, and a stream that is not read is dropped", async () => {
  await Promise.all(streams.splice(0).map((stream) => stream.end()));
  await expect.poll(() => fixture.app.live.streams).toBe(0);
  const unread = await fixture.http.request("/live");
  const reading = await open();
  expect(fixture.app.live.streams).toBe(2);
  const ids = await fixture.database.pool.query<{ id: string }>("select id from forum_posts limit 50");
  // Long tags make large events; what one reader leaves must not grow without end.
  for (let round = 0; round < 60 && fixture.app.live.streams === 2; round += 1) {
    await fixture.database.pool.query(
      "update forum_posts set tags = array_fill(repeat('x', 30), array[5]), upvotes = $2 where id = any ($1)",
      [ids.rows.map(({ id }) => id), round + 100],
    );
    await reading.next(
      (event) => event.posts?.some((one) => !one.isGone && one.upvotes === round + 100) === true,
    );
  }
  expect(fixture.app.live.streams).toBe(1);
  await expect(new Response(unread.body).text()).rejects.toThrow("not read");
  await reading.end();
});

test("a program that stops ends its streams at once and opens no more", async () => {
  const other = await createAppFixture();
  const stream = await listen(other);
  await other.app.live.close();
  await stream.ended;
  expect((await other.http.request("/live")).status).toBe(503);
  await other.end();
});

test("one address and one member have only so many streams", async () => {
  const other = await createAppFixture({ AUTH_RATE_LIMITS: "on" });
  const opened = await Promise.all(Array.from({ length: 100 }, () => listen(other)));
  const refused = await other.http.request("/live");
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
  await opened[0]?.end();
  await (await listen(other)).end();
  await other.app.live.close();
  await other.end();
});

test("an id that nobody has, and an unknown topic's words, change nothing", async () => {
  const stream = await open();
  await fixture.app.announcements.announce(fixture.database.db, "forum", {
    of: "posts",
    made: true,
    figuresOnly: false,
    ids: [randomUUID()],
  });
  const id = await makePost();
  expect((await stream.next(about(id))).posts?.map((one) => one.id)).toEqual([id]);
});
