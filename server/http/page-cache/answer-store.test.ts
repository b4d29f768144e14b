import { expect, test } from "vitest";
import type { Topic, Topics } from "#server/platform/announced-topics.ts";
import type { Announcements } from "#server/platform/announcements.ts";
import type { Source } from "#server/platform/request-scope.ts";
import { createAnswerStore, type StoredAnswer } from "./answer-store.ts";

/** What a program hears, at the test's word; the announcements themselves are tested on a database. */
function openStore() {
  const handlers = new Map<string, (data: never) => void>();
  let gap: () => void = () => {};
  const hearing = { isCurrent: true };
  let time = 1_000_000;
  const announcements: Pick<Announcements, "on" | "onGap" | "isCurrent"> = {
    on(topic, handler) {
      handlers.set(topic, handler as (data: never) => void);
      return () => {};
    },
    onGap(handler) {
      gap = handler;
      return () => {};
    },
    isCurrent: () => hearing.isCurrent,
  };
  const store = createAnswerStore({ announcements, clock: { now: () => new Date(time) } });
  const sources = (read: readonly Source[], validUntil = Number.POSITIVE_INFINITY) => ({
    read: new Set(read),
    validUntil,
  });
  return {
    store,
    sources,
    hearing,
    gap: () => gap(),
    hear: <T extends Topic>(topic: T, data: Topics[T]) => handlers.get(topic)?.(data as never),
    advance(ms: number) {
      time += ms;
    },
    now: () => time,
    keep(key: string, read: readonly Source[], validUntil?: number) {
      store.make(key).finish(answer(key), sources(read, validUntil));
    },
  };
}

const answer = (text: string): StoredAnswer => ({
  mount: "pages",
  etag: `"${text}"`,
  headers: {},
  body: new TextEncoder().encode(text),
});
const changed = { of: "posts", made: false, figuresOnly: false, ids: ["1"] } as const;

test("a change drops what shows it, and nothing else", () => {
  const { store, keep, hear } = openStore();
  keep("list", ["posts", "post:1"]);
  keep("one", ["post:1"]);
  keep("two", ["post:2", "username:ann"]);
  keep("news", ["news"]);
  hear("forum", changed);
  expect(["list", "one", "two", "news"].map((key) => store.find(key) !== undefined)).toEqual([
    false,
    false,
    true,
    true,
  ]);
  hear("members", { figuresOnly: false, ids: ["7"], usernames: ["ann", "anna"] });
  expect(store.find("two")).toBeUndefined();
  hear("news", { figuresOnly: false });
  expect(store.find("news")).toBeUndefined();
  expect(store.counts).toMatchObject({ invalidations: 4, bytes: 0 });
});

test("a comment drops the page of its post, whose counts on lists may be late", () => {
  const { store, keep, hear } = openStore();
  keep("list", ["posts", "post:1"]);
  keep("other", ["post:2"]);
  hear("forum", { of: "comments", made: true, figuresOnly: false, ids: ["c"], postIds: ["1"] });
  expect(store.find("list")).toBeUndefined();
  expect(store.find("other")).toBeDefined();
});

test("votes and ranks are a second late at most, however many there are", () => {
  const { store, keep, hear, advance } = openStore();
  keep("one", ["post:1"]);
  for (let vote = 0; vote < 5; vote += 1) {
    hear("forum", { ...changed, figuresOnly: true });
    expect(store.find("one")).toBeDefined();
    advance(199);
  }
  advance(5);
  expect(store.find("one")).toBeUndefined();
});

test("an answer that was read before a change is not kept after it, and nobody new is given it", async () => {
  const { store, hear, sources } = openStore();
  const early = store.make("one");
  expect(store.findMaking("one")).toBe(early);
  hear("forum", changed);
  expect(store.findMaking("one")).toBeUndefined();
  const late = store.make("one");
  early.finish(answer("old"), sources(["post:1"]));
  expect(await early.shared).toMatchObject({ etag: '"old"' });
  expect(store.find("one")).toBeUndefined();
  expect(store.findMaking("one")).toBe(late);
  late.finish(answer("new"), sources(["post:1"]));
  expect(store.find("one")).toMatchObject({ etag: '"new"' });
});

test("a vote while an answer is made lets it be kept for a second", () => {
  const { store, hear, sources, advance } = openStore();
  const making = store.make("one");
  hear("forum", { ...changed, figuresOnly: true });
  making.finish(answer("one"), sources(["post:1"]));
  expect(store.find("one")).toBeDefined();
  advance(1_001);
  expect(store.find("one")).toBeUndefined();
});

test("nothing is given out while it is not known what has changed, and a gap empties everything", () => {
  const { store, keep, gap, hearing, sources } = openStore();
  keep("one", ["post:1"]);
  const making = store.make("two");
  hearing.isCurrent = false;
  expect(store.find("one")).toBeUndefined();
  expect(store.findMaking("two")).toBeUndefined();
  hearing.isCurrent = true;
  expect(store.find("one")).toBeDefined();
  gap();
  making.finish(answer("two"), sources([]));
  expect(store.find("one")).toBeUndefined();
  expect(store.find("two")).toBeUndefined();
});

test("too many changes to name, saved settings, and the end of what is shown drop as they should", () => {
  const { store, keep, hear, advance, now } = openStore();
  keep("one", ["post:1"]);
  hear("forum", { ...changed, ids: null });
  expect(store.find("one")).toBeUndefined();
  keep("one", ["post:1"]);
  hear("settings", {});
  expect(store.find("one")).toBeUndefined();
  keep("one", ["member:7"]);
  hear("access", { of: "members", ids: ["7"] });
  expect(store.find("one")).toBeUndefined();
  keep("one", [], now() + 5_000);
  advance(4_999);
  expect(store.find("one")).toBeDefined();
  advance(1);
  expect(store.find("one")).toBeUndefined();
});

test("an answer that is refused to others leaves each to make their own", async () => {
  const { store, sources } = openStore();
  const making = store.make("one");
  making.finish(null, sources([]));
  expect(await making.shared).toBeNull();
  expect(store.find("one")).toBeUndefined();
  expect(store.findMaking("one")).toBeUndefined();
});

test("memory is bounded: what nobody has asked for lately goes first", () => {
  const { store, keep } = openStore();
  const large = "x".repeat(3 * 1024 * 1024);
  for (let index = 0; index < 20; index += 1) {
    store.make(`${index}`).finish(answer(large), { read: new Set(["posts"]), validUntil: 9e15 });
    store.find("0");
  }
  expect(store.counts.bytes).toBeLessThan(17 * 1024 * 1024);
  expect(store.find("0")).toBeDefined();
  expect(store.find("1")).toBeUndefined();
  keep("small", ["posts"]);
  expect(store.find("small")).toBeDefined();
});

test("an answer too large to be stored leaves nothing behind", () => {
  const { store, hear } = openStore();
  store
    .make("huge")
    .finish(answer("x".repeat(5 * 1024 * 1024)), { read: new Set(["posts"]), validUntil: 9e15 });
  expect(store.find("huge")).toBeUndefined();
  const { invalidations } = store.counts;
  hear("forum", { ...changed, ids: ["1"], postIds: [] });
  expect(store.counts.invalidations).toBe(invalidations);
});
