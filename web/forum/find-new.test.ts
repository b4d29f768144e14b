import { expect, test } from "vitest";
import type { LiveUpdate } from "#web/live/live-updates.ts";
import { findNewCommentIds, findNewPostIds, hasMissedEvents } from "./find-new.ts";

type PostUpdate = Extract<LiveUpdate, { category: unknown }>;
type CommentUpdate = Extract<LiveUpdate, { parentId: unknown }>;

const createPost = (id: string, at: number, more: Partial<PostUpdate> = {}): LiveUpdate => ({
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
const createComment = (id: string, at: number, more: Partial<CommentUpdate> = {}): LiveUpdate => ({
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
const createDeletion = (id: string, at: number): LiveUpdate => ({ id, at, isGone: true });

const visibleList = { since: 100, ids: new Set(["known"]), viewerId: "me" };
const noFilter = { categories: [], tag: null };

test("a post is new if it is newer than the list, not in it and not the viewer's own", () => {
  const updates = [
    createPost("before", 100),
    createPost("known", 101),
    createPost("mine", 102, { authorId: "me" }),
    createPost("theirs", 103),
    createPost("anonymous", 104, { authorId: null }),
    createPost("changed", 105, { isNew: false }),
  ];
  expect(findNewPostIds(updates, visibleList, noFilter)).toEqual(["theirs", "anonymous"]);
  expect(findNewPostIds(updates, { ...visibleList, viewerId: undefined }, noFilter)).toEqual([
    "mine",
    "theirs",
    "anonymous",
  ]);
});

test("a post that was deleted or moved out of the filter is not counted", () => {
  const cryptoFilter = { categories: ["crypto"] as const, tag: null };
  expect(findNewPostIds([createPost("a", 101), createDeletion("a", 102)], visibleList, noFilter)).toEqual([]);
  const movedPost = createPost("a", 102, { isNew: false, category: "ai" });
  expect(findNewPostIds([createPost("a", 101), movedPost], visibleList, cryptoFilter)).toEqual([]);
  expect(findNewPostIds([createPost("a", 101), movedPost], visibleList, noFilter)).toEqual(["a"]);
});

test("only posts with a matching category and tag are counted, each once", () => {
  const updates = [
    createPost("a", 101, { category: "ai", tags: ["DeFi"] }),
    createPost("a", 102, { category: "ai", tags: ["DeFi"], isNew: false, upvotes: 1 }),
    createPost("b", 103, { category: "nft" }),
  ];
  expect(findNewPostIds(updates, visibleList, { categories: ["ai", "quantum"], tag: null })).toEqual(["a"]);
  expect(findNewPostIds(updates, visibleList, { categories: [], tag: "defi" })).toEqual(["a"]);
  expect(findNewPostIds(updates, visibleList, { categories: ["nft"], tag: "defi" })).toEqual([]);
});

test("new comments on the open post are counted; on a comment's own page, only replies to the comments shown", () => {
  const updates = [
    createComment("a", 101),
    createComment("b", 102, { parentId: "known" }),
    createComment("c", 103, { postId: "other" }),
    createComment("mine", 104, { authorId: "me" }),
    createComment("d", 105),
    createDeletion("d", 106),
    createPost("post", 107),
  ];
  expect(findNewCommentIds(updates, visibleList, { postId: "post", isSubthread: false })).toEqual(["a", "b"]);
  expect(findNewCommentIds(updates, visibleList, { postId: "post", isSubthread: true })).toEqual(["b"]);
});

test("events are reported as missed until the page is reloaded", () => {
  const updates: LiveUpdate[] = [{ id: "", at: 101 }];
  expect(hasMissedEvents(updates, 100)).toBe(true);
  expect(hasMissedEvents(updates, 101)).toBe(false);
});
