import { expect, test } from "vitest";
import { findNewComments, findNewPosts, hasMissed } from "./find-new.ts";
import type { Heard } from "./heard.ts";

type PostHeard = Extract<Heard, { category: unknown }>;
type CommentHeard = Extract<Heard, { parentId: unknown }>;

const post = (id: string, at: number, more: Partial<PostHeard> = {}): Heard => ({
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
const comment = (id: string, at: number, more: Partial<CommentHeard> = {}): Heard => ({
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
const gone = (id: string, at: number): Heard => ({ id, at, isGone: true });

const shown = { since: 100, ids: new Set(["known"]), viewerId: "me" };
const all = { categories: [], tag: null };

test("a post is new when it was made after the list was read, is not in it and is somebody else's", () => {
  const heard = [
    post("before", 100),
    post("known", 101),
    post("mine", 102, { authorId: "me" }),
    post("theirs", 103),
    post("nobodys", 104, { authorId: null }),
    post("changed", 105, { isNew: false }),
  ];
  expect(findNewPosts(heard, shown, all)).toEqual(["theirs", "nobodys"]);
  expect(findNewPosts(heard, { ...shown, viewerId: undefined }, all)).toEqual(["mine", "theirs", "nobodys"]);
});

test("a post that was deleted again, or moved to where it does not fit, is not counted", () => {
  const crypto = { categories: ["crypto"] as const, tag: null };
  expect(findNewPosts([post("a", 101), gone("a", 102)], shown, all)).toEqual([]);
  const moved = post("a", 102, { isNew: false, category: "ai" });
  expect(findNewPosts([post("a", 101), moved], shown, crypto)).toEqual([]);
  expect(findNewPosts([post("a", 101), moved], shown, all)).toEqual(["a"]);
});

test("only posts of the shown categories and tag are counted, and each once", () => {
  const heard = [
    post("a", 101, { category: "ai", tags: ["DeFi"] }),
    post("a", 102, { category: "ai", tags: ["DeFi"], isNew: false, upvotes: 1 }),
    post("b", 103, { category: "nft" }),
  ];
  expect(findNewPosts(heard, shown, { categories: ["ai", "quantum"], tag: null })).toEqual(["a"]);
  expect(findNewPosts(heard, shown, { categories: [], tag: "defi" })).toEqual(["a"]);
  expect(findNewPosts(heard, shown, { categories: ["nft"], tag: "defi" })).toEqual([]);
});

test("comments are those of the open post, and on a comment's own page those that answer what it shows", () => {
  const heard = [
    comment("a", 101),
    comment("b", 102, { parentId: "known" }),
    comment("c", 103, { postId: "other" }),
    comment("mine", 104, { authorId: "me" }),
    comment("d", 105),
    gone("d", 106),
    post("post", 107),
  ];
  expect(findNewComments(heard, shown, { postId: "post", isPart: false })).toEqual(["a", "b"]);
  expect(findNewComments(heard, shown, { postId: "post", isPart: true })).toEqual(["b"]);
});

test("what was missed counts until the page is read anew", () => {
  const heard: Heard[] = [{ id: "", at: 101 }];
  expect(hasMissed(heard, 100)).toBe(true);
  expect(hasMissed(heard, 101)).toBe(false);
});
