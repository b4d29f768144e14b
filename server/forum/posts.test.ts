import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Member } from "#core/accounts/member.ts";
import { getRequestScope, runInRequestScope } from "#server/platform/request-scope.ts";
import { createRateLimits } from "#server/rate-limits/index.ts";
import { createForum } from "./index.ts";
import { openTestForum, type TestForum } from "./testing.ts";

let site: TestForum;
let ada: Member;
let bob: Member;
let admin: Member;
beforeAll(async () => {
  site = await openTestForum();
  ada = await site.createMember("ada");
  bob = await site.createMember("bob");
  admin = await site.createMember("boss", "admin");
});
afterAll(() => site.database.drop());

const fields = {
  title: "  A title ",
  content: "Some *text*\n",
  category: "ai",
  tags: [" LLM ", "llm", "Evals"],
};
const countPosts = async (): Promise<number> =>
  (await site.database.pool.query("select count(*)::int as n from forum_posts")).rows[0].n;

test("a post is trimmed, read in one statement and rendered safely", async () => {
  const { id } = await site.forum.createPost(ada, {
    ...fields,
    content: "Some *text* <script>alert(1)</script>",
  });
  const [post, statementCount] = await runInRequestScope("read", async () => [
    await site.forum.getPost(bob, id),
    getRequestScope()?.statements,
  ]);
  expect(statementCount).toBe(1);
  expect(post).toMatchObject({
    id,
    title: "A title",
    category: "ai",
    tags: ["LLM", "Evals"],
    content: "Some *text* <script>alert(1)</script>",
    author: { username: "ada" },
    createdAt: site.clock.now().toISOString(),
    editedAt: null,
    canEdit: false,
    ownVote: 0,
  });
  expect(post?.contentHtml).toContain("<em>text</em>");
  expect(post?.contentHtml).not.toContain("<script");
  expect((await site.forum.getPost(ada, id)).canEdit).toBe(true);
  expect((await site.forum.getPost(admin, id)).canEdit).toBe(true);
  expect((await site.forum.getPost(null, id)).canEdit).toBe(false);
});

test("a rejected post leaves nothing in the database", async () => {
  const before = await countPosts();
  const { createPost } = site.forum;
  await expect(createPost(null, fields)).rejects.toMatchObject({
    code: "sign_in_to_post",
    title: "Authentication required",
    message: "Please log in to create a post",
  });
  await expect(createPost(ada, { ...fields, title: " " })).rejects.toMatchObject({
    code: "missing_information",
    title: "Missing Information",
    message: "Please fill in all required fields",
    fieldErrors: { title: expect.any(String) },
  });
  for (const invisibleText of ["\u2800", "\u115f\u3164\uffa0", "\u2063\u200b", "&#x2800;", "[](/forum)"]) {
    const missingInformation = { code: "missing_information", message: "Please fill in all required fields" };
    await expect(createPost(ada, { ...fields, content: invisibleText })).rejects.toMatchObject(
      missingInformation,
    );
    if (!/[[&]/.test(invisibleText))
      await expect(createPost(ada, { ...fields, title: invisibleText })).rejects.toMatchObject(
        missingInformation,
      );
  }
  for (const change of [{ content: "x".repeat(5001) }, { title: "a\0b" }, { category: "politics" }]) {
    await expect(createPost(ada, { ...fields, ...change })).rejects.toMatchObject({ code: "invalid_input" });
  }
  expect(await countPosts()).toBe(before);
});

test("length limits count code points, in code and in the database", async () => {
  const { id } = await site.forum.createPost(ada, {
    ...fields,
    title: "😀".repeat(200),
    content: "𝒳".repeat(5000),
  });
  expect(await site.forum.getPost(null, id)).toMatchObject({ title: "😀".repeat(200) });
});

test("submitting twice creates one post, even concurrently, and can't overwrite another member's post", async () => {
  const requestId = randomUUID();
  const before = await countPosts();
  const createdPosts = await Promise.all(
    Array.from({ length: 5 }, () => site.forum.createPost(ada, { ...fields, requestId })),
  );
  expect(new Set(createdPosts.map(({ id }) => id))).toEqual(new Set([requestId]));
  expect(await countPosts()).toBe(before + 1);
  await expect(site.forum.createPost(bob, { ...fields, requestId })).rejects.toMatchObject({
    code: "invalid_input",
  });
  expect(await site.forum.recountForum({ repair: false })).toEqual([]);
});

test("publishing a draft deletes it, but never another member's draft", async () => {
  const draft = await site.forum.saveDraft(ada, fields);
  const bobsDraft = await site.forum.saveDraft(bob, fields);
  await site.forum.createPost(ada, { ...fields, draftId: draft.id });
  await site.forum.createPost(ada, { ...fields, draftId: bobsDraft.id });
  const listDraftIds = async (member: Member) => (await site.forum.listDrafts(member)).map(({ id }) => id);
  expect(await listDraftIds(ada)).not.toContain(draft.id);
  expect(await listDraftIds(bob)).toContain(bobsDraft.id);
});

test("the author and administrators can edit a post, and it is marked as edited", async () => {
  const { id } = await site.forum.createPost(ada, fields);
  const edit = { ...fields, id, title: "Another", content: "Other text", category: "defi", tags: [] };
  await expect(site.forum.editPost(null, edit)).rejects.toMatchObject({ code: "not_signed_in" });
  await expect(site.forum.editPost(bob, edit)).rejects.toMatchObject({ code: "not_author" });
  for (const change of [{ title: "" }, { title: "\u2800" }, { content: "\u3164" }, { content: "[](/forum)" }])
    await expect(site.forum.editPost(ada, { ...edit, ...change })).rejects.toMatchObject({
      code: "missing_information",
    });
  site.clock.advance(60);
  // Saving the same content again isn't an edit.
  await site.forum.editPost(ada, { ...fields, id });
  expect((await site.forum.getPost(null, id)).editedAt).toBeNull();
  await site.forum.editPost(ada, edit);
  expect(await site.forum.getPost(null, id)).toMatchObject({
    title: "Another",
    excerpt: "Other text",
    category: "defi",
    tags: [],
    editedAt: site.clock.now().toISOString(),
  });
  await expect(site.forum.editPost(admin, { ...edit, title: "By the admin" })).resolves.toEqual({ id });
});

test("a deleted post is subtracted from the daily count and can no longer be read, edited or commented on", async () => {
  const readDailyPostCount = async () =>
    (await site.database.pool.query("select sum(amount)::int as n from daily_counts where name = 'posts'"))
      .rows[0].n;
  const before = await readDailyPostCount();
  const { id } = await site.forum.createPost(ada, fields);
  expect(await readDailyPostCount()).toBe(before + 1);
  await expect(site.forum.deletePost(null, id)).rejects.toMatchObject({ code: "not_signed_in" });
  await expect(site.forum.deletePost(bob, id)).rejects.toMatchObject({ code: "not_author" });
  site.clock.advance(2 * 86_400);
  await site.forum.deletePost(admin, id);
  expect(await readDailyPostCount()).toBe(before);
  for (const operation of [
    () => site.forum.deletePost(ada, id),
    () => site.forum.getPost(ada, id),
    () => site.forum.editPost(ada, { ...fields, id }),
    () => site.forum.addComment(ada, { postId: id, content: "late" }),
    () => site.forum.listComments(null, { postId: id, sort: "new", cursor: null }),
  ]) {
    await expect(operation()).rejects.toMatchObject({ code: "post_not_found" });
  }
  expect(await site.forum.recountForum({ repair: false })).toEqual([]);
});

test("posts with unknown or invalid IDs are not found", async () => {
  for (const id of [randomUUID(), "1", "", "../etc", "a\0b"]) {
    await expect(site.forum.getPost(ada, id)).rejects.toMatchObject({ code: "post_not_found" });
    await expect(site.forum.getPostVotes(ada, id)).rejects.toMatchObject({ code: "post_not_found" });
    await expect(site.forum.deletePost(ada, id)).rejects.toMatchObject({ code: "post_not_found" });
    await expect(site.forum.editPost(ada, { ...fields, id })).rejects.toMatchObject({
      code: "post_not_found",
    });
  }
});

test("a 61st edit within an hour is rejected, counting posts and comments together", async () => {
  const frequentEditor = await site.createMember("restless");
  const limits = createRateLimits(site.database.pool, { enabled: true });
  const { editPost, editComment } = createForum({
    database: site.database,
    clock: site.clock,
    limits,
  });
  const id = await site.createPost(frequentEditor);
  const comment = await site.forum.addComment(frequentEditor, { postId: id, content: "First text" });
  for (let index = 0; index < 30; index += 1) {
    await editPost(frequentEditor, { ...fields, id, content: `Text ${index}` });
    await editComment(frequentEditor, { id: comment.id, content: `Text ${index}` });
  }
  const expectedError = { code: "too_many_requests" };
  await expect(editPost(frequentEditor, { ...fields, id, content: "More" })).rejects.toMatchObject(
    expectedError,
  );
  await expect(editComment(frequentEditor, { id: comment.id, content: "More" })).rejects.toMatchObject(
    expectedError,
  );
  expect(await site.forum.getPost(bob, id)).toMatchObject({ content: "Text 29" });
});

test("an 11th post within an hour is rejected, and invalid posts don't count", async () => {
  const frequentAuthor = await site.createMember("eager");
  // Verified members have no new-member limits, only the hourly ones.
  await site.database.pool.query("update public.profiles set is_verified = true where id = $1", [
    frequentAuthor.id,
  ]);
  const limits = createRateLimits(site.database.pool, { enabled: true });
  const { createPost } = createForum({
    database: site.database,
    clock: site.clock,
    limits,
  });
  for (let index = 0; index < 10; index += 1) {
    await createPost(frequentAuthor, fields);
    await expect(createPost(frequentAuthor, { ...fields, title: "" })).rejects.toMatchObject({
      code: "missing_information",
    });
  }
  await expect(createPost(frequentAuthor, fields)).rejects.toMatchObject({
    code: "too_many_requests",
    message: expect.stringMatching(/try again in (a minute|\d+ minutes)\.$/),
  });
  await expect(createPost(bob, fields)).resolves.toBeDefined();
});
