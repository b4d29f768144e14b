import { decodeJwt } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildImagePath, POST_IMAGES_PATH } from "#core/storage/image-path.ts";
import { createStorageFixture, createTestImage, type StorageFixture } from "./testing.ts";

let fixture: StorageFixture;
let member: Awaited<ReturnType<StorageFixture["createMember"]>>;
beforeAll(async () => {
  fixture = await createStorageFixture();
  member = await fixture.createMember();
});
afterAll(() => fixture.end());

async function upload(name: string, owner = member): Promise<string> {
  const key = `${owner.id}/${name}`;
  const { error } = await owner.client
    .from("post-images")
    .upload(key, await createTestImage(900, 90).png().toBuffer());
  expect(error).toBeNull();
  return key;
}

const embedImage = (key: string) => `![](${buildImagePath(key, { width: 900, height: 90 })})`;
const createPost = (content: string) =>
  fixture.app.forum.createPost(member.viewer, { title: "A post", content, category: "ai", tags: [] });
const deleteUnused = () =>
  fixture.app.storage.deleteUnusedPostImages((keys, before) =>
    fixture.app.forum.findImagesInUse(keys, before),
  );

/** Returns the keys that still exist. */
async function findExisting(keys: readonly string[]): Promise<string[]> {
  const responses = await Promise.all(
    keys.map((key) => fetch(new URL(POST_IMAGES_PATH + key, fixture.url), { method: "HEAD" })),
  );
  return keys.filter((_, index) => responses[index]?.ok);
}

test("images are deleted if they are unused and more than a day old", async () => {
  const { forum } = fixture.app;
  const [postedKey, commentedKey, draftedKey, quotedKey, deletedKey, unusedKey] = [
    await upload("posted.webp"),
    await upload("commented.webp"),
    await upload("drafted.webp"),
    await upload("quoted.webp"),
    await upload("deleted.webp"),
    await upload("posted2.webp"),
  ];
  const { id } = await createPost(`Words ${embedImage(postedKey)} words`);
  await forum.addComment(member.viewer, {
    postId: id,
    content: embedImage(commentedKey),
    parentId: null,
    requestId: null,
  });
  await forum.saveDraft(member.viewer, {
    title: "",
    content: embedImage(draftedKey),
    category: "",
    tags: [],
  });
  const otherMember = await fixture.createMember();
  await forum.createPost(otherMember.viewer, {
    title: "By another member",
    content: `![](http://lattice.test${POST_IMAGES_PATH}${quotedKey})`,
    category: "ai",
    tags: [],
  });
  const deletedPost = await createPost(embedImage(deletedKey));
  await forum.deletePost(member.viewer, deletedPost.id);
  const [manualKey, unusedManualKey] = [await upload("by hand (1).png"), await upload("by hand.png")];
  await createPost(`![](${encodeURI(POST_IMAGES_PATH + manualKey)})`);
  const allKeys = [
    postedKey,
    commentedKey,
    draftedKey,
    quotedKey,
    deletedKey,
    unusedKey,
    manualKey,
    unusedManualKey,
  ];

  expect(await deleteUnused()).toBe(0);
  expect(await findExisting(allKeys)).toEqual(allKeys);
  fixture.clock.advance(23 * 3600);
  expect(await deleteUnused()).toBe(0);
  fixture.clock.advance(2 * 3600);
  const recentKey = await upload("recent.webp", await fixture.createMember());
  const fileCount = (await fixture.listFiles()).complete.length;
  expect(await deleteUnused()).toBe(3);
  expect(await findExisting([...allKeys, recentKey])).toEqual([
    postedKey,
    commentedKey,
    draftedKey,
    quotedKey,
    manualKey,
    recentKey,
  ]);
  // Each had an original and a thumbnail.
  expect((await fixture.listFiles()).complete).toHaveLength(fileCount - 6);
  expect(await deleteUnused()).toBe(0);
});

test("images of a deleted account stay as long as the posts that use them, and are deleted afterwards; files of the service role stay", async () => {
  const deletedMember = await fixture.createMember();
  const [postedKey, serviceKey] = [await upload("stays.webp", deletedMember), "press/logo.webp"];
  const image = await createTestImage(900, 90).png().toBuffer();
  expect((await fixture.admin.from("post-images").upload(serviceKey, image)).error).toBeNull();
  const post = { title: "A farewell", content: embedImage(postedKey), category: "ai", tags: [] };
  const { id } = await fixture.app.forum.createPost(deletedMember.viewer, post);
  const { username } = deletedMember.viewer;
  const password = `wooden-Lantern-${username.replace("Uploader ", "")}-7391`;
  const client = { ip: "203.0.113.1", userAgent: "a test" };
  const viewer = { ...deletedMember.viewer, sessionId: String(decodeJwt(deletedMember.token).session_id) };
  await fixture.app.auth.account.deleteAccount(viewer, { username, password, code: "" }, client);
  const owners = await fixture.database.pool.query("select owner_id from storage.objects where name = $1", [
    postedKey,
  ]);
  expect(owners.rows).toEqual([{ owner_id: null }]);

  fixture.clock.advance(25 * 3600);
  await deleteUnused();
  expect(await findExisting([postedKey, serviceKey])).toEqual([postedKey, serviceKey]);
  await fixture.database.pool.query("update forum_posts set deleted_at = $2 where id = $1", [
    id,
    fixture.clock.now(),
  ]);
  fixture.clock.advance(25 * 3600);
  await deleteUnused();
  expect(await findExisting([postedKey, serviceKey])).toEqual([serviceKey]);
});
