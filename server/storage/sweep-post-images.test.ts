import { afterAll, beforeAll, expect, test } from "vitest";
import { POST_IMAGES_PATH, pictureAddress } from "#core/storage/picture-address.ts";
import { createStorageFixture, picture, type StorageFixture } from "./testing.ts";

let fixture: StorageFixture;
let person: Awaited<ReturnType<StorageFixture["register"]>>;
beforeAll(async () => {
  fixture = await createStorageFixture();
  person = await fixture.register();
});
afterAll(() => fixture.end());

async function upload(name: string, by = person): Promise<string> {
  const key = `${by.id}/${name}`;
  const { error } = await by.client.from("post-images").upload(key, await picture(900, 90).png().toBuffer());
  expect(error).toBeNull();
  return key;
}

const address = (key: string) => `![](${pictureAddress(key, { width: 900, height: 90 })})`;
const post = (content: string) =>
  fixture.app.forum.createPost(person.viewer, { title: "A post", content, category: "ai", tags: [] });
const sweep = () =>
  fixture.app.storage.sweepPostImages((keys, before) => fixture.app.forum.findPicturesInUse(keys, before));

/** The keys that still exist. */
async function findExisting(keys: readonly string[]): Promise<string[]> {
  const answers = await Promise.all(
    keys.map((key) => fetch(new URL(POST_IMAGES_PATH + key, fixture.url), { method: "HEAD" })),
  );
  return keys.filter((_, at) => answers[at]?.ok);
}

test("only unused pictures are deleted after a day", async () => {
  const { forum } = fixture.app;
  const [posted, commented, drafted, quoted, deleted, unused] = [
    await upload("posted.webp"),
    await upload("commented.webp"),
    await upload("drafted.webp"),
    await upload("quoted.webp"),
    await upload("deleted.webp"),
    await upload("posted2.webp"),
  ];
  const { id } = await post(`Words ${address(posted)} words`);
  await forum.addComment(person.viewer, {
    postId: id,
    content: address(commented),
    parentId: null,
    requestId: null,
  });
  await forum.saveDraft(person.viewer, { title: "", content: address(drafted), category: "", tags: [] });
  const other = await fixture.register();
  await forum.createPost(other.viewer, {
    title: "Of another member",
    content: `![](http://lattice.test${POST_IMAGES_PATH}${quoted})`,
    category: "ai",
    tags: [],
  });
  const gone = await post(address(deleted));
  await forum.deletePost(person.viewer, gone.id);
  const byHand = await upload("by hand.webp");
  const all = [posted, commented, drafted, quoted, deleted, unused, byHand];

  expect(await sweep()).toBe(0);
  expect(await findExisting(all)).toEqual(all);
  fixture.clock.advance(23 * 3600);
  expect(await sweep()).toBe(0);
  fixture.clock.advance(2 * 3600);
  const young = await upload("young.webp", await fixture.register());
  const files = (await fixture.filesOnDisk()).complete.length;
  expect(await sweep()).toBe(2);
  expect(await findExisting([...all, young])).toEqual([posted, commented, drafted, quoted, byHand, young]);
  // Each had an original and a thumbnail.
  expect((await fixture.filesOnDisk()).complete).toHaveLength(files - 4);
  expect(await sweep()).toBe(0);
});
