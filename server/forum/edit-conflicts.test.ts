import { afterAll, beforeAll, expect, test } from "vitest";
import type { Member } from "#core/accounts/member.ts";
import type { AppError } from "#core/errors.ts";
import { openTestForum, type TestForum } from "./testing.ts";

let site: TestForum;
let ada: Member;
let admin: Member;
beforeAll(async () => {
  site = await openTestForum();
  ada = await site.createMember("ada");
  admin = await site.createMember("boss", "admin");
});
afterAll(() => site.database.drop());

const fields = { title: "A title", category: "ai", tags: ["one"] };
const createConflict = (text: string) => ({
  code: "edit_conflict",
  fieldErrors: { content: expect.stringMatching(/save again/) },
  conflict: { version: expect.any(String), text },
});

test("a post that was edited in another window isn't replaced until its author has seen that edit", async () => {
  const id = await site.createPost(ada, { ...fields, content: "First." });
  const { version } = await site.forum.getPost(ada, id);
  await site.forum.editPost(ada, { ...fields, id, content: "From one window.", version });
  const edit = { ...fields, id, content: "From the other window." };
  const error = await site.forum.editPost(ada, { ...edit, version }).catch((error: unknown) => error);
  expect(error).toMatchObject(createConflict("A title\n\nArtificial Intelligence #one\n\nFrom one window."));
  const post = await site.forum.getPost(ada, id);
  expect(post.content).toBe("From one window.");

  expect((error as AppError).conflict?.version).toBe(post.version);
  await site.forum.editPost(ada, { ...edit, version: post.version });
  expect((await site.forum.getPost(ada, id)).content).toBe("From the other window.");
});

test("an administrator's edit or move of a post isn't undone by an author who hasn't seen it", async () => {
  const id = await site.createPost(ada, { ...fields, content: "First." });
  const openedPost = await site.forum.getPost(ada, id);
  await site.forum.editPost(admin, { ...fields, id, content: "Moderated." });
  const edit = { ...fields, id, content: "Second." };
  await expect(site.forum.editPost(ada, { ...edit, version: openedPost.version })).rejects.toMatchObject(
    createConflict("A title\n\nArtificial Intelligence #one\n\nModerated."),
  );
  const editedPost = await site.forum.getPost(ada, id);
  await site.forum.moderation.movePost(admin, { id, category: "crypto" });
  await expect(site.forum.editPost(ada, { ...edit, version: editedPost.version })).rejects.toMatchObject(
    createConflict("A title\n\nCrypto Discussion #one\n\nModerated."),
  );
});

test("a comment that an administrator edited isn't replaced until its author has seen that edit", async () => {
  const postId = await site.createPost(ada);
  const { id } = await site.forum.addComment(ada, { postId, content: "First.", parentId: null });
  const read = async (viewer: Member | null) =>
    (await site.forum.listComments(viewer, { postId, sort: "new", cursor: null })).items[0];
  const version = (await read(ada))?.version ?? "";
  expect(version).not.toBe("");
  // Only those who can edit the comment need its version.
  expect((await read(null))?.version).toBeNull();
  await site.forum.moderation.editComment(admin, { id, content: "Moderated.", version });
  await expect(site.forum.editComment(ada, { id, content: "Second.", version })).rejects.toMatchObject(
    createConflict("Moderated."),
  );
  const currentVersion = (await site.forum.moderation.readComment(admin, id)).version;
  await site.forum.editComment(ada, { id, content: "Second.", version: currentVersion });
  expect((await read(ada))?.content).toBe("Second.");
});

test("saving the same text twice, and saving without a version, is never a conflict", async () => {
  const id = await site.createPost(ada, { ...fields, content: "First." });
  const { version } = await site.forum.getPost(ada, id);
  const edit = { ...fields, id, content: "Second." };
  await site.forum.editPost(ada, { ...edit, version });
  await expect(site.forum.editPost(ada, { ...edit, version })).resolves.toEqual({ id });
  await expect(site.forum.editPost(ada, { ...edit, content: "Third." })).resolves.toEqual({ id });
});
