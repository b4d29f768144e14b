import { expect, test } from "vitest";
import type { PostCard } from "#core/forum/types.ts";
import { toPostCardPage } from "./post-card-data.ts";

const author = () => ({ username: "ada", avatarUrl: null, isVerified: false });
const post = (id: string, changes: Partial<PostCard> = {}): PostCard => ({
  id,
  title: "A title",
  excerpt: "Words",
  category: "ai",
  tags: [],
  author: author(),
  createdAt: "2026-06-15T12:00:00.000Z",
  upvotes: 0,
  downvotes: 0,
  commentCount: 0,
  isPinned: false,
  isLocked: false,
  ownVote: 0,
  threadState: null,
  lastReply: null,
  participants: [],
  ...changes,
});

test("a list's data contains only what a card shows", () => {
  const [item] = toPostCardPage({
    items: [post("1", { tags: ["a", "b", "c", "d"], excerpt: "word ".repeat(60).trim() })],
    nextCursor: null,
  }).items;
  expect(item).not.toHaveProperty("lastReply");
  expect(item).not.toHaveProperty("participants");
  expect(item?.tags).toEqual(["a", "b", "c"]);
  expect(item?.excerpt.length).toBeLessThanOrEqual(201);
  expect(item?.excerpt).toMatch(/ word…$/);
});

test("the same member is the same object throughout the page", () => {
  const participant = () => ({ username: "bob", avatarUrl: null });
  const replies = () => ({
    lastReply: { username: "bob", at: "2026-06-15T13:00:00.000Z" },
    participants: [participant()],
  });
  const [first, second] = toPostCardPage({
    items: [post("1", replies()), post("2", replies())],
    nextCursor: null,
  }).items;
  expect(first?.author).toBe(second?.author);
  expect(first?.participants?.[0]).toBe(second?.participants?.[0]);
  expect(second?.participants).toEqual([participant()]);
});
