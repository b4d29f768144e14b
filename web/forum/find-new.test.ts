import { expect, test } from "vitest";
import type { LiveUpdate } from "#web/live/live-updates.ts";
import { findNewComments, findNewPosts, hasMissedEvents } from "./find-new.ts";

type PostUpdate = Extract<LiveUpdate, { category: unknown }>;
type CommentUpdate = Extract<LiveUpdate, { parentId: unknown }>;

const post = (id: string, at: number, more: Partial<PostUpdate> = {}): LiveUpdate => ({
  id,
  at,
  isNew: true,
  authorId: "ada",
  category: "crypto",
  tags: [],
  upvotes: 0,
  downvotes: 0,
  commentCount: 0,
  isLocked: false,
  ...more,
});
const comment = (id: string, at: number, more: Partial<CommentUpdate> = {}): LiveUpdate => ({
  id,
  at,
  postId: "post",
  parentId: null,
  isNew: true,
  authorId: "ada",
  upvotes: 0,
  downvotes: 0,
  ...more,
});
const deleted = (id: string, at: number): LiveUpdate => ({ id, at, isGone: true });

const visible = { since: 100, ids: new Set(["known"]), viewerId: "me" };
const all = { categories: [], tag: null };

test("a post is new if it is newer than the list, not in it and not the viewer's own", () => {
  const updates = [
    post("before", 100),
    post("known", 101),
    post("mine", 102, { authorId: "me" }),
    post("theirs", 103),
    post("anonymous", 104, { authorId: null }),
    post("changed", 105, { isNew: false }),
  ];
  expect(findNewPosts(updates, visible, all)).toEqual(["theirs", "anonymous"]);
  expect(findNewPosts(updates, { ...visible, viewerId: undefined }, all)).toEqual([
    "mine",
    "theirs",
    "anonymous",
  ]);
});

test("a post that was deleted or moved out of the filter is not counted", () => {
  const crypto = { categories: ["crypto"] as const, tag: null };
  expect(findNewPosts([post("a", 101), deleted("a", 102)], visible, all)).toEqual([]);
  const moved = post("a", 102, { isNew: false, category: "ai" });
  expect(findNewPosts([post("a", 101), moved], visible, crypto)).toEqual([]);
  expect(findNewPosts([post("a", 101), moved], visible, all)).toEqual(["a"]);
});

test("only posts with a matching category and tag are counted, each once", () => {
  const updates = [
    post("a", 101, { category: "ai", tags: ["DeFi"] }),
    post("a", 102, { category: "ai", tags: ["DeFi"], isNew: false, upvotes: 1 }),
    post("b", 103, { category: "nft" }),
  ];
  expect(findNewPosts(updates, visible, { categories: ["ai", "quantum"], tag: null })).toEqual(["a"]);
  expect(findNewPosts(updates, visible, { categories: [], tag: "defi" })).toEqual(["a"]);
  expect(findNewPosts(updates, visible, { categories: ["nft"], tag: "defi" })).toEqual([]);
});

test("new comments on the open post are counted; on a comment's own page, only replies to the comments shown", () => {
  const updates = [
    comment("a", 101),
    comment("b", 102, { parentId: "known" }),
    comment("c", 103, { postId: "other" }),
    comment("mine", 104, { authorId: "me" }),
    comment("d", 105),
    deleted("d", 106),
    post("post", 107),
  ];
  expect(findNewComments(updates, visible, { postId: "post", isSubthread: false })).toEqual(["a", "b"]);
  expect(findNewComments(updates, visible, { postId: "post", isSubthread: true })).toEqual(["b"]);
});

test("missed events count until the page is reloaded", () => {
  const updates: LiveUpdate[] = [{ id: "", at: 101 }];
  expect(hasMissedEvents(updates, 100)).toBe(true);
  expect(hasMissedEvents(updates, 101)).toBe(false);
});
