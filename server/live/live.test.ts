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
import { listen, type TestStream } from "./testing.ts";

let fixture: AppFixture;
let ada: Member;
let bob: Member;
const streams: TestStream[] = [];

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

async function open(options?: Parameters<typeof listen>[1]): Promise<TestStream> {
  const stream = await listen(fixture, options);
  streams.push(stream);
  return stream;
}
const POST_INPUT = { title: "A title", content: "Secret text.", category: "crypto", tags: ["one"] };
const createPost = async () => (await fixture.app.forum.createPost(ada, POST_INPUT)).id;
const addComment = async (postId: string, parentId: string | null = null) =>
  (await fixture.app.forum.addComment(bob, { postId, parentId, content: "More secret text." })).id;
const isAbout = (id: string) => (event: LiveEvent) =>
  [...(event.posts ?? []), ...(event.comments ?? [])].some((state) => state.id === id);

test("a new post is sent even to visitors, with its ID, counters and filter fields", async () => {
  const stream = await open();
  const id = await createPost();
  const event = await stream.waitForEvent(isAbout(id));
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

test("votes and comments are sent as counters, without the members who voted and without text", async () => {
  const postId = await createPost();
  const stream = await open();
  const voter = await fixture.register();
  await fixture.app.forum.voteOnPost(voter, { postId, voteType: 1, rule: "toggle" });
  await stream.waitForEvent(
    (event) => event.posts?.some((post) => !post.isGone && post.upvotes === 1) === true,
  );
  const parentId = await addComment(postId);
  await stream.waitForEvent(
    (event) => event.posts?.some((post) => !post.isGone && post.commentCount === 1) === true,
  );
  const id = await addComment(postId, parentId);
  const event = await stream.waitForEvent(isAbout(id));
  expect(event.comments?.find((comment) => comment.id === id)).toEqual({
    id,
    postId,
    parentId,
    isNew: true,
    authorId: bob.id,
    upvotes: 0,
    downvotes: 0,
  });
  await fixture.app.forum.voteOnComment(voter, { commentId: id, voteType: -1 });
  await stream.waitForEvent(
    (event) => event.comments?.some((comment) => !comment.isGone && comment.downvotes === 1) === true,
  );
  const text = JSON.stringify(stream.events);
  expect(text).not.toContain(voter.id);
  expect(text).not.toContain("ecret text");
  expect(text).not.toContain("A title");
});

test("for deleted content, only IDs are sent, even if the content existed only briefly", async () => {
  const postId = await createPost();
  const commentId = await addComment(postId);
  const stream = await open();
  await fixture.app.forum.deleteComment(bob, commentId);
  // The stream may also contain the event of the comment's creation, if it was read late.
  const event = await stream.waitForEvent(
    (event) => event.comments?.some((comment) => comment.id === commentId && comment.isGone) === true,
  );
  expect(event.comments).toEqual([{ id: commentId, postId, isGone: true }]);
  await fixture.app.forum.deletePost(ada, postId);
  const isDeletion = (event: LiveEvent) =>
    event.posts?.some((post) => post.id === postId && post.isGone) === true;
  expect((await stream.waitForEvent(isDeletion)).posts).toEqual([{ id: postId, isGone: true }]);

  const shortLivedPostId = await createPost();
  await fixture.app.forum.deletePost(ada, shortLivedPostId);
  await stream.waitForEvent(
    (event) => event.posts?.some((post) => post.id === shortLivedPostId && post.isGone) === true,
  );
});

test("a lock on a post is sent", async () => {
  const postId = await createPost();
  const stream = await open();
  await fixture.database.pool.query("update forum_posts set is_locked = true where id = $1", [postId]);
  await stream.waitForEvent((event) => event.posts?.some((post) => !post.isGone && post.isLocked) === true);
});

test("a reconnecting stream resumes or, after too long, reports that events were missed", async () => {
  const stream = await open();
  const firstPostId = await createPost();
  const { at } = await stream.waitForEvent(isAbout(firstPostId));
  await stream.end();
  const secondPostId = await createPost();
  const thirdPostId = await createPost();
  for (const headers of [{ "Last-Event-ID": String(at) }, {}]) {
    const path = "Last-Event-ID" in headers ? "/live" : `/live?since=${at}`;
    const reopenedStream = await open({ path, headers: headers as Record<string, string> });
    await reopenedStream.waitForEvent(isAbout(secondPostId));
    await reopenedStream.waitForEvent(isAbout(thirdPostId));
    expect(reopenedStream.events.some(({ missed }) => missed)).toBe(false);
  }
  const lateStream = await open({ path: "/live?since=1000" });
  expect(await lateStream.waitForEvent(() => true)).toEqual({ at: expect.any(Number), missed: true });
  const invalidStream = await open({ path: "/live?since=x" });
  const fourthPostId = await createPost();
  await invalidStream.waitForEvent(isAbout(fourthPostId));
  expect(invalidStream.events.some(isAbout(thirdPostId))).toBe(false);
});

test("a process that has just started sends earlier posts and comments to pages opened before it started", async () => {
  const before = Date.now();
  const [firstPostId, secondPostId] = [await createPost(), await createPost()];
  const commentId = await addComment(firstPostId);
  await fixture.app.forum.deletePost(ada, secondPostId);
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
    hasLimits: false,
  });
  const http = new Hono().get("/live", (c) => live.open(c));
  announcements.start();
  try {
    const stream = await vi.waitFor(async () => {
      const openedStream = await listen({ http }, { path: `/live?since=${before - 1}` });
      await openedStream.waitForEvent(({ at }) => at !== undefined);
      expect(openedStream.events.some(({ missed }) => missed)).toBe(false);
      return openedStream;
    }, 60_000);
    await stream.waitForEvent(isAbout(firstPostId));
    await stream.waitForEvent(isAbout(commentId));
    expect(stream.events.some(isAbout(secondPostId))).toBe(false);

    // A page loaded after these events only gets those within the overlap.
    const lateStream = await listen({ http }, { path: `/live?since=${Date.now()}` });
    const since = Date.now();
    const thirdPostId = await createPost();
    await lateStream.waitForEvent(isAbout(thirdPostId));
    const oldEvents = lateStream.events.filter((event) => !isAbout(thirdPostId)(event));
    expect(oldEvents.filter(({ missed, at = 0 }) => missed || at > since)).toEqual([]);
  } finally {
    await live.close();
    await announcements.stop();
  }
});

test("too many changes and a lost database connection are reported as missed events", async () => {
  const stream = await open();
  await fixture.database.pool.query(
    `insert into forum_posts (title, content, category, author_id)
     select 'Many', 'Text', 'ai', $1 from generate_series(1, 60)`,
    [ada.id],
  );
  await stream.waitForEvent(({ missed }) => missed === true);
  const secondStream = await open();
  await fixture.database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'lattice announcements' and datname = current_database()`,
  );
  await secondStream.waitForEvent(({ missed }) => missed === true);
  const id = await createPost();
  await secondStream.waitForEvent(isAbout(id));
});

test("private counters are only sent to the member's own streams, which end on sign-out and suspension", async () => {
  const { database, app } = fixture;
  const carol = await fixture.register();
  const openAs = async (member: Member) => open({ headers: { Cookie: fixture.getCookies(member) } });
  const [carolsStream, bobsStream, visitorStream] = [await openAs(carol), await openAs(bob), await open()];
  const notify = (memberId: string) => app.announcements.publish(database.db, "notification", { memberId });
  const countUnreadEvents = ({ events }: TestStream) =>
    events.filter(({ unread }) => unread !== undefined).length;
  // Each stream starts with the current unread count.
  for (const stream of [carolsStream, bobsStream])
    await stream.waitForEvent(({ unread }) => unread !== undefined);
  await notify(carol.id);
  await expect.poll(() => countUnreadEvents(carolsStream)).toBe(2);
  const markerPostId = await createPost();
  await Promise.all([bobsStream, visitorStream].map((stream) => stream.waitForEvent(isAbout(markerPostId))));
  expect([countUnreadEvents(bobsStream), countUnreadEvents(visitorStream)]).toEqual([1, 0]);

  await database.pool.query("delete from auth.sessions where id = $1", [carol.sessionId]);
  await carolsStream.ended;
  const reopenedStream = await openAs(carol);
  await notify(carol.id);
  const laterPostId = await createPost();
  await reopenedStream.waitForEvent(isAbout(laterPostId));
  expect(countUnreadEvents(reopenedStream)).toBe(0);

  await database.pool.query("update auth.users set banned_until = now() + interval '1 hour' where id = $1", [
    bob.id,
  ]);
  await bobsStream.ended;
  await database.pool.query("update auth.users set banned_until = null where id = $1", [bob.id]);
});

test("cross-site requests are rejected, and HEAD opens no stream", async () => {
  const before = fixture.app.live.streamCount;
  const crossSiteResponse = await fixture.http.request("/live", {
    headers: { "Sec-Fetch-Site": "cross-site" },
  });
  expect(crossSiteResponse.status).toBe(403);
  const head = await fixture.http.request("/live", { method: "HEAD" });
  expect(head.headers.get("Content-Type")).toContain("text/event-stream");
  expect(head.body).toBeNull();
  expect(fixture.app.live.streamCount).toBe(before);
});

test("the stream's headers prevent proxies from buffering or caching it", async () => {
  const { response } = await open({ headers: { "Accept-Encoding": "gzip, br" } });
  expect(response.headers.get("Content-Encoding")).toBeNull();
  expect(response.headers.get("Cache-Control")).toBe("no-store, no-transform");
  expect(response.headers.get("X-Accel-Buffering")).toBe("no");
});

test("closed streams are removed, and a stream that isn't read is dropped", async () => {
  await Promise.all(streams.splice(0).map((stream) => stream.end()));
  await expect.poll(() => fixture.app.live.streamCount).toBe(0);
  const unreadResponse = await fixture.http.request("/live");
  const activeStream = await open();
  expect(fixture.app.live.streamCount).toBe(2);
  const { rows } = await fixture.database.pool.query<{ id: string }>("select id from forum_posts limit 50");
  // Long tags make large events, which fill the buffer of a stream that isn't read.
  for (let round = 0; round < 60 && fixture.app.live.streamCount === 2; round += 1) {
    await fixture.database.pool.query(
      "update forum_posts set tags = array_fill(repeat('x', 30), array[5]), upvotes = $2 where id = any ($1)",
      [rows.map(({ id }) => id), round + 100],
    );
    await activeStream.waitForEvent(
      (event) => event.posts?.some((post) => !post.isGone && post.upvotes === round + 100) === true,
    );
  }
  expect(fixture.app.live.streamCount).toBe(1);
  await expect(new Response(unreadResponse.body).text()).rejects.toThrow("reads too slowly");
  await activeStream.end();
});

test("a stopping process ends its streams and opens no more", async () => {
  const otherFixture = await createAppFixture();
  const stream = await listen(otherFixture);
  await otherFixture.app.live.close();
  await stream.ended;
  expect((await otherFixture.http.request("/live")).status).toBe(503);
  await otherFixture.end();
});

test("the number of streams per IP address is limited", async () => {
  const otherFixture = await createAppFixture({ AUTH_RATE_LIMITS: "on" });
  const openedStreams = await Promise.all(Array.from({ length: 100 }, () => listen(otherFixture)));
  const rejectedResponse = await otherFixture.http.request("/live");
  expect(rejectedResponse.status).toBe(429);
  expect(Number(rejectedResponse.headers.get("Retry-After"))).toBeGreaterThan(0);
  await openedStreams[0]?.end();
  await (await listen(otherFixture)).end();
  await otherFixture.app.live.close();
  await otherFixture.end();
});

test("unknown IDs are ignored", async () => {
  const stream = await open();
  // The database triggers still use the earlier names of these fields.
  const data = { of: "posts", made: true, figuresOnly: false, ids: [randomUUID()] };
  await fixture.database.pool.query("select pg_notify('lattice', $1)", [
    JSON.stringify({ topic: "forum", data }),
  ]);
  const id = await createPost();
  expect((await stream.waitForEvent(isAbout(id))).posts?.map((post) => post.id)).toEqual([id]);
});
