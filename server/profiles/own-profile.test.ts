import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createStorageFixture, picture, type StorageFixture } from "#server/storage/testing.ts";

let fixture: StorageFixture;
let person: Awaited<ReturnType<StorageFixture["register"]>>;
beforeAll(async () => {
  fixture = await createStorageFixture();
  person = await fixture.register();
});
afterAll(() => fixture.end());

const profiles = () => fixture.app.profiles;
const own = () => profiles().readOwnProfile(person.viewer);

describe("a bio", () => {
  test("is kept as it is meant, and taken away again", async () => {
    expect(await profiles().changeBio(person.viewer, "  One\r\n\r\n\r\n\r\nTwo ")).toBe("One\n\nTwo");
    expect(await own()).toMatchObject({ bio: "One\n\nTwo" });
    await profiles().changeBio(person.viewer, "");
    expect(await own()).toMatchObject({ bio: "" });
  });

  test("that is too long is refused with a sentence, and the one before stays", async () => {
    await profiles().changeBio(person.viewer, "Short.");
    await expect(profiles().changeBio(person.viewer, "x".repeat(501))).rejects.toMatchObject({
      code: "invalid_input",
      fields: { bio: "A bio has at most 500 characters. This one has 501." },
    });
    expect(await own()).toMatchObject({ bio: "Short." });
  });
});

describe("an avatar", () => {
  test("is shown with whatever the member wrote, changes, and goes", async () => {
    const { id } = await fixture.app.forum.createPost(person.viewer, {
      title: "A post",
      content: "Words.",
      category: "ai",
      tags: [],
    });
    const url = await profiles().changeAvatar(person.viewer, await picture(200, 100).png().toBuffer(), {
      left: 20,
      top: 0,
      size: 100,
    });
    expect(await own()).toMatchObject({ avatarUrl: url });
    expect((await fixture.app.forum.getPost(null, id)).author?.avatarUrl).toBe(url);
    expect(await fixture.shown(url)).toMatchObject({ width: 256, height: 256 });
    await profiles().removeAvatar(person.viewer);
    await profiles().removeAvatar(person.viewer);
    expect(await own()).toMatchObject({ avatarUrl: null });
    expect((await fetch(new URL(url, fixture.url))).ok).toBe(false);
  });

  test("that is refused leaves the one before", async () => {
    const url = await profiles().changeAvatar(person.viewer, await picture(50, 50).png().toBuffer());
    for (const bytes of [Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"), Buffer.alloc(0)])
      await expect(profiles().changeAvatar(person.viewer, bytes)).rejects.toSatisfy(
        (error) =>
          fixture.app.storage.refusalOf(error)?.message ===
          "This file is not a JPEG, PNG, WebP, GIF or AVIF picture.",
      );
    await expect(
      profiles().changeAvatar(person.viewer, Buffer.alloc(10 * 1024 * 1024 + 1)),
    ).rejects.toMatchObject({ code: "EntityTooLarge" });
    expect(await own()).toMatchObject({ avatarUrl: url });
    expect(await fixture.shown(url)).toMatchObject({ width: 256 });
  });
});
