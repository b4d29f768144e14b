import { expect, test } from "vitest";
import type { Topic, Topics } from "#server/platform/announcement-topics.ts";
import type { Announcements } from "#server/platform/announcements.ts";
import type { Source } from "#server/platform/request-scope.ts";
import { type CachedResponse, createResponseCache } from "./response-cache.ts";

/** Creates a cache that gets its announcements from the test. never-stale.test.ts tests real announcements. */
function createTestCache() {
  const handlers = new Map<string, (data: never) => void>();
  let reportGap: () => void = () => {};
  const connection = { isCurrent: true };
  let time = 1_000_000;
  const announcements: Pick<Announcements, "on" | "onGap" | "isCurrent"> = {
    on(topic, handler) {
      handlers.set(topic, handler as (data: never) => void);
      return () => {};
    },
    onGap(handler) {
      reportGap = handler;
      return () => {};
    },
    isCurrent: () => connection.isCurrent,
  };
  const responseCache = createResponseCache({ announcements, clock: { now: () => new Date(time) } });
  const buildSources = (read: readonly Source[], validUntil = Number.POSITIVE_INFINITY) => ({
    read: new Set(read),
    validUntil,
  });
  return {
    responseCache,
    buildSources,
    connection,
    reportGap: () => reportGap(),
    publish: <T extends Topic>(topic: T, data: Topics[T]) => handlers.get(topic)?.(data as never),
    advance(ms: number) {
      time += ms;
    },
    now: () => time,
    cache(key: string, read: readonly Source[], validUntil?: number) {
      responseCache.start(key).finish(createResponse(key), buildSources(read, validUntil));
    },
  };
}

const createResponse = (text: string): CachedResponse => ({
  mount: "pages",
  etag: `"${text}"`,
  headers: {},
  body: new TextEncoder().encode(text),
});
const POST_CHANGE = { table: "posts", created: false, countsOnly: false, ids: ["1"] } as const;

test("a change drops the responses that show the changed content, and no others", () => {
  const { responseCache, cache, publish } = createTestCache();
  cache("list", ["posts", "post:1"]);
  cache("one", ["post:1"]);
  cache("two", ["post:2", "username:ann"]);
  cache("news", ["news"]);
  publish("forum", POST_CHANGE);
  expect(["list", "one", "two", "news"].map((key) => responseCache.find(key) !== undefined)).toEqual([
    false,
    false,
    true,
    true,
  ]);
  publish("members", { countsOnly: false, ids: ["7"], usernames: ["ann", "anna"] });
  expect(responseCache.find("two")).toBeUndefined();
  publish("news", { countsOnly: false });
  expect(responseCache.find("news")).toBeUndefined();
  expect(responseCache.counts).toMatchObject({ invalidations: 4, bytes: 0 });
});

test("a comment invalidates every page that shows its post", () => {
  const { responseCache, cache, publish } = createTestCache();
  cache("list", ["posts", "post:1"]);
  cache("other", ["post:2"]);
  publish("forum", { table: "comments", created: true, countsOnly: false, ids: ["c"], postIds: ["1"] });
  expect(responseCache.find("list")).toBeUndefined();
  expect(responseCache.find("other")).toBeDefined();
});

test("votes and ranks are at most a second out of date, no matter how often they change", () => {
  const { responseCache, cache, publish, advance } = createTestCache();
  cache("one", ["post:1"]);
  for (let vote = 0; vote < 5; vote += 1) {
    publish("forum", { ...POST_CHANGE, countsOnly: true });
    expect(responseCache.find("one")).toBeDefined();
    advance(199);
  }
  advance(5);
  expect(responseCache.find("one")).toBeUndefined();
});

test("a response is counted as invalidated once, when its content changes, but not when only counts do", () => {
  const { responseCache, cache, publish } = createTestCache();
  cache("one", ["post:1"]);
  publish("forum", { ...POST_CHANGE, countsOnly: true });
  expect(responseCache.counts.invalidations).toBe(0);
  publish("forum", POST_CHANGE);
  expect(responseCache.counts.invalidations).toBe(1);
});

test("a response that was started before a change is neither cached nor shared with new requests", async () => {
  const { responseCache, publish, buildSources } = createTestCache();
  const earlyResponse = responseCache.start("one");
  expect(responseCache.findPending("one")).toBe(earlyResponse);
  publish("forum", POST_CHANGE);
  expect(responseCache.findPending("one")).toBeUndefined();
  const lateResponse = responseCache.start("one");
  earlyResponse.finish(createResponse("old"), buildSources(["post:1"]));
  expect(await earlyResponse.shared).toMatchObject({ etag: '"old"' });
  expect(responseCache.find("one")).toBeUndefined();
  expect(responseCache.findPending("one")).toBe(lateResponse);
  lateResponse.finish(createResponse("new"), buildSources(["post:1"]));
  expect(responseCache.find("one")).toMatchObject({ etag: '"new"' });
});

test("a vote cast while a response is being created limits the response's lifetime to a second", () => {
  const { responseCache, publish, buildSources, advance } = createTestCache();
  const pending = responseCache.start("one");
  publish("forum", { ...POST_CHANGE, countsOnly: true });
  pending.finish(createResponse("one"), buildSources(["post:1"]));
  expect(responseCache.find("one")).toBeDefined();
  advance(1_001);
  expect(responseCache.find("one")).toBeUndefined();
});

test("nothing is served while announcements can't be received, and a gap clears the cache", () => {
  const { responseCache, cache, reportGap, connection, buildSources } = createTestCache();
  cache("one", ["post:1"]);
  const pending = responseCache.start("two");
  connection.isCurrent = false;
  expect(responseCache.find("one")).toBeUndefined();
  expect(responseCache.findPending("two")).toBeUndefined();
  connection.isCurrent = true;
  expect(responseCache.find("one")).toBeDefined();
  reportGap();
  pending.finish(createResponse("two"), buildSources([]));
  expect(responseCache.find("one")).toBeUndefined();
  expect(responseCache.find("two")).toBeUndefined();
});

test("changes without IDs, saved settings and expiry drop responses", () => {
  const { responseCache, cache, publish, advance, now } = createTestCache();
  cache("one", ["post:1"]);
  publish("forum", { ...POST_CHANGE, ids: null });
  expect(responseCache.find("one")).toBeUndefined();
  cache("one", ["post:1"]);
  publish("settings", {});
  expect(responseCache.find("one")).toBeUndefined();
  cache("one", ["member:7"]);
  publish("access", { table: "members", ids: ["7"] });
  expect(responseCache.find("one")).toBeUndefined();
  cache("one", [], now() + 5_000);
  advance(4_999);
  expect(responseCache.find("one")).toBeDefined();
  advance(1);
  expect(responseCache.find("one")).toBeUndefined();
});

test("when a response can't be shared, waiting requests create their own", async () => {
  const { responseCache, buildSources } = createTestCache();
  const pending = responseCache.start("one");
  pending.finish(null, buildSources([]));
  expect(await pending.shared).toBeNull();
  expect(responseCache.find("one")).toBeUndefined();
  expect(responseCache.findPending("one")).toBeUndefined();
});

test("memory is limited: the least recently used response is dropped first", () => {
  const { responseCache, cache } = createTestCache();
  const largeText = "x".repeat(3 * 1024 * 1024);
  for (let index = 0; index < 20; index += 1) {
    responseCache
      .start(`${index}`)
      .finish(createResponse(largeText), { read: new Set(["posts"]), validUntil: 9e15 });
    responseCache.find("0");
  }
  expect(responseCache.counts.bytes).toBeLessThan(17 * 1024 * 1024);
  expect(responseCache.find("0")).toBeDefined();
  expect(responseCache.find("1")).toBeUndefined();
  cache("small", ["posts"]);
  expect(responseCache.find("small")).toBeDefined();
});

test("a response too large to cache isn't tracked for invalidation", () => {
  const { responseCache, publish } = createTestCache();
  responseCache
    .start("huge")
    .finish(createResponse("x".repeat(5 * 1024 * 1024)), { read: new Set(["posts"]), validUntil: 9e15 });
  expect(responseCache.find("huge")).toBeUndefined();
  const { invalidations } = responseCache.counts;
  publish("forum", { ...POST_CHANGE, ids: ["1"], postIds: [] });
  expect(responseCache.counts.invalidations).toBe(invalidations);
});
