import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Member } from "#core/accounts/member.ts";
import { DRAFTS_MAX } from "#core/forum/limits.ts";
import { openTestForum, type TestForum } from "./testing.ts";

let site: TestForum;
let ada: Member;
let bob: Member;
beforeAll(async () => {
  site = await openTestForum();
  ada = await site.createMember("ada");
  bob = await site.createMember("bob");
});
afterAll(() => site.database.drop());

const fields = { title: "Half a ti", content: "and some ", category: "", tags: ["one"] };

test("drafts are stored as typed, updated, listed with the most recently updated first, and deleted", async () => {
  const first = await site.forum.saveDraft(ada, fields);
  expect(first).toEqual({ ...fields, id: first.id, updatedAt: site.clock.now().toISOString() });
  site.clock.advance(10);
  const second = await site.forum.saveDraft(ada, { ...fields, title: "Another" });
  site.clock.advance(10);
  await site.forum.saveDraft(ada, { ...fields, draftId: first.id, title: "Half a title", category: "ai" });
  expect((await site.forum.listDrafts(ada)).map((draft) => draft.title)).toEqual(["Half a title", "Another"]);
  expect((await site.forum.listDrafts(ada))[0]).toMatchObject({ id: first.id, category: "ai" });
  await site.forum.deleteDraft(ada, second.id);
  await expect(site.forum.deleteDraft(ada, second.id)).rejects.toMatchObject({ code: "draft_not_found" });
  // A save that was in progress when the draft was deleted doesn't bring it back.
  await expect(site.forum.saveDraft(ada, { ...fields, draftId: second.id })).rejects.toMatchObject({
    code: "draft_not_found",
  });
});

test("members can't read, change or delete each other's drafts", async () => {
  const { id } = await site.forum.saveDraft(ada, fields);
  for (const unknownId of [randomUUID(), "3", "a\0b"]) {
    await expect(site.forum.deleteDraft(ada, unknownId)).rejects.toMatchObject({ code: "draft_not_found" });
  }
  await expect(site.forum.saveDraft(bob, { ...fields, draftId: id })).rejects.toMatchObject({
    code: "draft_not_found",
  });
  await expect(site.forum.saveDraft(bob, { ...fields, requestId: id })).rejects.toMatchObject({
    code: "invalid_input",
  });
  await expect(site.forum.deleteDraft(bob, id)).rejects.toMatchObject({ code: "draft_not_found" });
  expect(await site.forum.listDrafts(bob)).toEqual([]);
  for (const operation of [
    () => site.forum.saveDraft(null, fields),
    () => site.forum.listDrafts(null),
    () => site.forum.deleteDraft(null, id),
    () => site.forum.previewMarkdown(null, "x"),
  ]) {
    await expect(operation()).rejects.toMatchObject({ code: "not_signed_in" });
  }
  expect(await site.forum.listDrafts(ada)).toContainEqual(expect.objectContaining({ ...fields, id }));
});

test("characters that can't be stored are dropped or replaced, and drafts that are too long are rejected", async () => {
  const saved = await site.forum.saveDraft(ada, { ...fields, title: "a\0b", content: "c\ud800\r\nd" });
  expect(saved).toMatchObject({ title: "ab", content: "c\ufffd\nd" });
  await expect(site.forum.saveDraft(ada, { ...fields, content: "x".repeat(20_001) })).rejects.toMatchObject({
    code: "invalid_input",
    message: "A draft can have at most 20,000 characters.",
  });
});

test("saving a new draft twice creates one draft, even concurrently", async () => {
  const carol = await site.createMember("carol");
  const requestId = randomUUID();
  const saved = await Promise.all(
    Array.from({ length: 5 }, (_, index) =>
      site.forum.saveDraft(carol, { ...fields, title: `t${index}`, requestId }),
    ),
  );
  expect(new Set(saved.map((draft) => draft.id))).toEqual(new Set([requestId]));
  expect(await site.forum.listDrafts(carol)).toHaveLength(1);
});

test("a 21st draft is rejected, and none of the 20 is lost", async () => {
  const dave = await site.createMember("dave");
  const results = await Promise.allSettled(
    Array.from({ length: DRAFTS_MAX + 3 }, (_, index) =>
      site.forum.saveDraft(dave, { ...fields, title: `t${index}` }),
    ),
  );
  const rejections = results.filter((result) => result.status === "rejected");
  expect(rejections).toHaveLength(3);
  expect(rejections[0]?.reason).toMatchObject({
    code: "invalid_input",
    message: "You already have 20 drafts. Post or delete one to save another.",
  });
  const drafts = await site.forum.listDrafts(dave);
  expect(drafts).toHaveLength(DRAFTS_MAX);
  await site.forum.saveDraft(dave, {
    ...fields,
    draftId: drafts[0]?.id ?? "",
    title: "can still be overwritten",
  });
});

test("a preview matches the published post", async () => {
  const source = "Some *words*\nand $x^2$ <b>not bold</b>";
  const { id } = await site.forum.createPost(ada, { title: "t", content: source, category: "ai", tags: [] });
  expect(await site.forum.previewMarkdown(ada, `${source}\0`)).toBe(
    (await site.forum.getPost(ada, id)).contentHtml,
  );
  await expect(site.forum.previewMarkdown(ada, "x".repeat(20_001))).rejects.toMatchObject({
    code: "too_large",
    message: "Enter at most 20,000 characters. This text has 20,001.",
  });
});
