import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Member } from "#core/accounts/member.ts";
import { createRateLimits } from "#server/platform/rate-limit.ts";
import { currentRequestScope, runInRequestScope } from "#server/platform/request-scope.ts";
import { createForum } from "./index.ts";
import { openTestForum, type TestForum } from "./testing.ts";

let world: TestForum;
let ada: Member;
let bob: Member;
let admin: Member;
beforeAll(async () => {
  world = await openTestForum();
  ada = await world.member("ada");
  bob = await world.member("bob");
  admin = await world.member("boss", "admin");
});
afterAll(() => world.database.drop());

const words = {
  title: "  A title ",
  content: "Some *words*\n",
  category: "ai",
  tags: [" LLM ", "llm", "Evals"],
};
const countPosts = async (): Promise<number> =>
  (await world.database.pool.query("select count(*)::int as n from forum_posts")).rows[0].n;

test("a post is trimmed, read in one statement and rendered safely", async () => {
  const { id } = await world.forum.createPost(ada, {
    ...words,
    content: "Some *words* <script>alert(1)</script>",
  });
  const [post, statements] = await runInRequestScope("read", async () => [
    await world.forum.getPost(bob, id),
    currentRequestScope()?.statements,
  ]);
  expect(statements).toBe(1);
  expect(post).toMatchObject({
    id,
    title: "A title",
    category: "ai",
    tags: ["LLM", "Evals"],
    content: "Some *words* <script>alert(1)</script>",
    author: { username: "ada" },
    createdAt: world.clock.now().toISOString(),
    editedAt: null,
    canEdit: false,
    ownVote: 0,
  });
  expect(post?.contentHtml).toContain("<em>words</em>");
  expect(post?.contentHtml).not.toContain("<script");
  expect((await world.forum.getPost(ada, id)).canEdit).toBe(true);
  expect((await world.forum.getPost(admin, id)).canEdit).toBe(true);
  expect((await world.forum.getPost(null, id)).canEdit).toBe(false);
});

test("a refused post leaves nothing", async () => {
  const before = await countPosts();
  const { createPost } = world.forum;
  await expect(createPost(null, words)).rejects.toMatchObject({
    code: "sign_in_to_post",
    title: "Authentication required",
    message: "Please log in to create a post",
  });
  await expect(createPost(ada, { ...words, title: " " })).rejects.toMatchObject({
    code: "missing_information",
    title: "Missing Information",
    message: "Please fill in all required fields",
    fields: { title: expect.any(String) },
  });
  for (const invisible of ["\u2800", "\u115f\u3164\uffa0", "\u2063\u200b", "&#x2800;", "[](/forum)"]) {
    const missing = { code: "missing_information", message: "Please fill in all required fields" };
    await expect(createPost(ada, { ...words, content: invisible })).rejects.toMatchObject(missing);
    if (!/[[&]/.test(invisible))
      await expect(createPost(ada, { ...words, title: invisible })).rejects.toMatchObject(missing);
  }
  for (const change of [{ content: "x".repeat(5001) }, { title: "a\0b" }, { category: "politics" }]) {
    await expect(createPost(ada, { ...words, ...change })).rejects.toMatchObject({ code: "invalid_input" });
  }
  expect(await countPosts()).toBe(before);
});

test("limits count code points, in code and in the database", async () => {
  const { id } = await world.forum.createPost(ada, {
    ...words,
    title: "😀".repeat(200),
    content: "𝒳".repeat(5000),
  });
  expect(await world.forum.getPost(null, id)).toMatchObject({ title: "😀".repeat(200) });
});

test("submitting twice creates one post, even at the same moment, and can't overwrite another's post", async () => {
  const requestId = randomUUID();
  const before = await countPosts();
  const made = await Promise.all(
    Array.from({ length: 5 }, () => world.forum.createPost(ada, { ...words, requestId })),
  );
  expect(new Set(made.map(({ id }) => id))).toEqual(new Set([requestId]));
  expect(await countPosts()).toBe(before + 1);
  await expect(world.forum.createPost(bob, { ...words, requestId })).rejects.toMatchObject({
    code: "invalid_input",
  });
  expect(await world.forum.recountForum({ repair: false })).toEqual([]);
});

test("publishing a draft deletes it, but never another member's", async () => {
  const draft = await world.forum.saveDraft(ada, words);
  const others = await world.forum.saveDraft(bob, words);
  await world.forum.createPost(ada, { ...words, draftId: draft.id });
  await world.forum.createPost(ada, { ...words, draftId: others.id });
  const left = async (member: Member) => (await world.forum.listDrafts(member)).map(({ id }) => id);
  expect(await left(ada)).not.toContain(draft.id);
  expect(await left(bob)).toContain(others.id);
});

test("the author and administrators can edit a post, and the edit is shown", async () => {
  const { id } = await world.forum.createPost(ada, words);
  const edit = { ...words, id, title: "Another", content: "Other words", category: "defi", tags: [] };
  await expect(world.forum.editPost(null, edit)).rejects.toMatchObject({ code: "not_signed_in" });
  await expect(world.forum.editPost(bob, edit)).rejects.toMatchObject({ code: "not_yours" });
  for (const change of [{ title: "" }, { title: "\u2800" }, { content: "\u3164" }, { content: "[](/forum)" }])
    await expect(world.forum.editPost(ada, { ...edit, ...change })).rejects.toMatchObject({
      code: "missing_information",
    });
  world.clock.advance(60);
  // Saving the same content again isn't an edit.
  await world.forum.editPost(ada, { ...words, id });
  expect((await world.forum.getPost(null, id)).editedAt).toBeNull();
  await world.forum.editPost(ada, edit);
  expect(await world.forum.getPost(null, id)).toMatchObject({
    title: "Another",
    excerpt: "Other words",
    category: "defi",
    tags: [],
    editedAt: world.clock.now().toISOString(),
  });
  await expect(world.forum.editPost(admin, { ...edit, title: "By the admin" })).resolves.toEqual({ id });
});

test("a deleted post is removed everywhere, including the daily count", async () => {
  const figures = async () =>
    (await world.database.pool.query("select sum(amount)::int as n from daily_counts where name = 'posts'"))
      .rows[0].n;
  const before = await figures();
  const { id } = await world.forum.createPost(ada, words);
  expect(await figures()).toBe(before + 1);
  await expect(world.forum.deletePost(null, id)).rejects.toMatchObject({ code: "not_signed_in" });
  await expect(world.forum.deletePost(bob, id)).rejects.toMatchObject({ code: "not_yours" });
  world.clock.advance(2 * 86_400);
  await world.forum.deletePost(admin, id);
  expect(await figures()).toBe(before);
  for (const again of [
    () => world.forum.deletePost(ada, id),
    () => world.forum.getPost(ada, id),
    () => world.forum.editPost(ada, { ...words, id }),
    () => world.forum.addComment(ada, { postId: id, content: "late" }),
    () => world.forum.listComments(null, { postId: id, sort: "new", cursor: null }),
  ]) {
    await expect(again()).rejects.toMatchObject({ code: "post_not_found" });
  }
  expect(await world.forum.recountForum({ repair: false })).toEqual([]);
});

test("unknown and invalid ids are not found", async () => {
  for (const id of [randomUUID(), "1", "", "../etc", "a\0b"]) {
    await expect(world.forum.getPost(ada, id)).rejects.toMatchObject({ code: "post_not_found" });
    await expect(world.forum.deletePost(ada, id)).rejects.toMatchObject({ code: "post_not_found" });
    await expect(world.forum.editPost(ada, { ...words, id })).rejects.toMatchObject({
      code: "post_not_found",
    });
  }
});

test("a 61st edit within an hour is refused, counting posts and comments together", async () => {
  const restless = await world.member("restless");
  const limits = createRateLimits(world.database.pool, { enabled: true });
  const { editPost, editComment } = createForum({
    database: world.database,
    clock: world.clock,
    limits,
  });
  const id = await world.post(restless);
  const comment = await world.forum.addComment(restless, { postId: id, content: "First words" });
  for (let at = 0; at < 30; at += 1) {
    await editPost(restless, { ...words, id, content: `Words ${at}` });
    await editComment(restless, { id: comment.id, content: `Words ${at}` });
  }
  const refused = { code: "too_many_requests" };
  await expect(editPost(restless, { ...words, id, content: "More" })).rejects.toMatchObject(refused);
  await expect(editComment(restless, { id: comment.id, content: "More" })).rejects.toMatchObject(refused);
  expect(await world.forum.getPost(bob, id)).toMatchObject({ content: "Words 29" });
});

test("an 11th post within an hour is refused, and invalid ones don't count", async () => {
  const eager = await world.member("eager");
  // Verified members have no new-member limits, only the hourly ones.
  await world.database.pool.query("update public.profiles set is_verified = true where id = $1", [eager.id]);
  const limits = createRateLimits(world.database.pool, { enabled: true });
  const { createPost } = createForum({
    database: world.database,
    clock: world.clock,
    limits,
  });
  for (let at = 0; at < 10; at += 1) {
    await createPost(eager, words);
    await expect(createPost(eager, { ...words, title: "" })).rejects.toMatchObject({
      code: "missing_information",
    });
  }
  await expect(createPost(eager, words)).rejects.toMatchObject({
    code: "too_many_requests",
    message: expect.stringMatching(/try again in (a minute|\d+ minutes)\.$/),
  });
  await expect(createPost(bob, words)).resolves.toBeDefined();
});
