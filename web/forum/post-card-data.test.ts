import { expect, test } from "vitest";
import type { PostCard } from "#core/forum/types.ts";
import { toPostCardPage } from "./post-card-data.ts";

const createAuthor = () => ({ username: "ada", avatarUrl: null, isVerified: false });
const createPost = (id: string, changes: Partial<PostCard> = {}): PostCard => ({
  id,
  title: "A title",
  excerpt: "Words",
  category: "ai",
  tags: [],
  author: createAuthor(),
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
    items: [createPost("1", { tags: ["a", "b", "c", "d"], excerpt: "word ".repeat(60).trim() })],
    nextCursor: null,
  }).items;
  expect(item).not.toHaveProperty("lastReply");
  expect(item).not.toHaveProperty("participants");
  expect(item?.tags).toEqual(["a", "b", "c"]);
  expect(item?.excerpt.length).toBeLessThanOrEqual(201);
  expect(item?.excerpt).toMatch(/ word…$/);
});

test("an author or participant of several posts is the same object in all of them", () => {
  const createParticipant = () => ({ username: "bob", avatarUrl: null });
  const createReplies = () => ({
    lastReply: { username: "bob", at: "2026-06-15T13:00:00.000Z" },
    participants: [createParticipant()],
  });
  const [firstPost, secondPost] = toPostCardPage({
    items: [createPost("1", createReplies()), createPost("2", createReplies())],
    nextCursor: null,
  }).items;
  expect(firstPost?.author).toBe(secondPost?.author);
  expect(firstPost?.participants?.[0]).toBe(secondPost?.participants?.[0]);
  expect(secondPost?.participants).toEqual([createParticipant()]);
});
