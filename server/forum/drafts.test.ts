import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Member } from "#core/accounts/member.ts";
import { DRAFTS_MAX } from "#core/forum/limits.ts";
import { openTestForum, type TestForum } from "./testing.ts";

let world: TestForum;
let ada: Member;
let bob: Member;
beforeAll(async () => {
  world = await openTestForum();
  ada = await world.member("ada");
  bob = await world.member("bob");
});
afterAll(() => world.database.drop());

const words = { title: "Half a ti", content: "and some ", category: "", tags: ["one"] };

test("a draft is stored as typed, updated, listed newest first, and deleted", async () => {
  const first = await world.forum.saveDraft(ada, words);
  expect(first).toEqual({ ...words, id: first.id, updatedAt: world.clock.now().toISOString() });
  world.clock.advance(10);
  const second = await world.forum.saveDraft(ada, { ...words, title: "Another" });
  world.clock.advance(10);
  await world.forum.saveDraft(ada, { ...words, draftId: first.id, title: "Half a title", category: "ai" });
  expect((await world.forum.listDrafts(ada)).map((draft) => draft.title)).toEqual([
    "Half a title",
    "Another",
  ]);
  expect((await world.forum.listDrafts(ada))[0]).toMatchObject({ id: first.id, category: "ai" });
  await world.forum.deleteDraft(ada, second.id);
  await expect(world.forum.deleteDraft(ada, second.id)).rejects.toMatchObject({ code: "draft_not_found" });
  // A save that was in progress when the draft was deleted doesn't bring it back.
  await expect(world.forum.saveDraft(ada, { ...words, draftId: second.id })).rejects.toMatchObject({
    code: "draft_not_found",
  });
});

test("members can't read, change or delete each other's drafts", async () => {
  const { id } = await world.forum.saveDraft(ada, words);
  for (const id of [randomUUID(), "3", "a\0b"]) {
    await expect(world.forum.deleteDraft(ada, id)).rejects.toMatchObject({ code: "draft_not_found" });
  }
  await expect(world.forum.saveDraft(bob, { ...words, draftId: id })).rejects.toMatchObject({
    code: "draft_not_found",
  });
  await expect(world.forum.saveDraft(bob, { ...words, requestId: id })).rejects.toMatchObject({
    code: "invalid_input",
  });
  await expect(world.forum.deleteDraft(bob, id)).rejects.toMatchObject({ code: "draft_not_found" });
  expect(await world.forum.listDrafts(bob)).toEqual([]);
  for (const refused of [
    () => world.forum.saveDraft(null, words),
    () => world.forum.listDrafts(null),
    () => world.forum.deleteDraft(null, id),
    () => world.forum.previewMarkdown(null, "x"),
  ]) {
    await expect(refused()).rejects.toMatchObject({ code: "not_signed_in" });
  }
  expect(await world.forum.listDrafts(ada)).toContainEqual(expect.objectContaining({ ...words, id }));
});

test("unstorable characters are dropped, and drafts that are too long are refused", async () => {
  const saved = await world.forum.saveDraft(ada, { ...words, title: "a\0b", content: "c\ud800\r\nd" });
  expect(saved).toMatchObject({ title: "ab", content: "c\ufffd\nd" });
  await expect(world.forum.saveDraft(ada, { ...words, content: "x".repeat(20_001) })).rejects.toMatchObject({
    code: "invalid_input",
    message: "A draft can have at most 20000 characters.",
  });
});

test("a form's first save may arrive twice, even at the same moment", async () => {
  const carol = await world.member("carol");
  const requestId = randomUUID();
  const saved = await Promise.all(
    Array.from({ length: 5 }, (_, at) =>
      world.forum.saveDraft(carol, { ...words, title: `t${at}`, requestId }),
    ),
  );
  expect(new Set(saved.map((draft) => draft.id))).toEqual(new Set([requestId]));
  expect(await world.forum.listDrafts(carol)).toHaveLength(1);
});

test("a 21st draft is refused, and none of the 20 is lost", async () => {
  const dave = await world.member("dave");
  const results = await Promise.allSettled(
    Array.from({ length: DRAFTS_MAX + 3 }, (_, at) =>
      world.forum.saveDraft(dave, { ...words, title: `t${at}` }),
    ),
  );
  const refused = results.filter((result) => result.status === "rejected");
  expect(refused).toHaveLength(3);
  expect(refused[0]?.reason).toMatchObject({
    code: "invalid_input",
    message: "You have 20 drafts already. Post or delete one to save another.",
  });
  const drafts = await world.forum.listDrafts(dave);
  expect(drafts).toHaveLength(DRAFTS_MAX);
  await world.forum.saveDraft(dave, { ...words, draftId: drafts[0]?.id ?? "", title: "still written over" });
});

test("a preview matches the published post", async () => {
  const source = "Some *words*\nand $x^2$ <b>not bold</b>";
  const { id } = await world.forum.createPost(ada, { title: "t", content: source, category: "ai", tags: [] });
  expect(await world.forum.previewMarkdown(ada, `${source}\0`)).toBe(
    (await world.forum.getPost(ada, id)).contentHtml,
  );
  await expect(world.forum.previewMarkdown(ada, "x".repeat(20_001))).rejects.toMatchObject({
    code: "too_large",
  });
});
