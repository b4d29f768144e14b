import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { queueImageTask } from "#server/platform/image-reader.ts";
import { createStorageFixture, createTestImage, type StorageFixture } from "./testing.ts";

type TestMember = Awaited<ReturnType<StorageFixture["createMember"]>>;

let fixture: StorageFixture;
let member: TestMember;
beforeAll(async () => {
  fixture = await createStorageFixture({ STORAGE_MAX_BYTES: "50000000" });
  member = await fixture.createMember();
});
afterAll(() => fixture.end());

const fetchImage = (path: string) => fixture.fetchImage(path);

describe("operations for the pages:", () => {
  test("an avatar is cropped, replaces the previous one and gets a new URL", async () => {
    // The left half is red, the right half blue.
    const twoColorImage = await createTestImage(200, 100, "red")
      .composite([{ input: await createTestImage(100, 100, "blue").png().toBuffer(), left: 100, top: 0 }])
      .png()
      .toBuffer();
    const first = await fixture.app.storage.uploadAvatar(member.viewer, twoColorImage, {
      left: 0,
      top: 0,
      size: 100,
    });
    const redAvatar = await fetchImage(first.url);
    expect([redAvatar.width, redAvatar.height]).toEqual([256, 256]);
    expect(redAvatar.headers.get("cache-control")).toContain("immutable");
    expect((await sharp(redAvatar.bytes).stats()).dominant.r).toBeGreaterThan(200);
    const second = await fixture.app.storage.uploadAvatar(member.viewer, twoColorImage, {
      left: 100,
      top: 0,
      size: 100,
    });
    expect(second.url).not.toBe(first.url);
    expect((await sharp((await fetchImage(second.url)).bytes).stats()).dominant.b).toBeGreaterThan(200);
    const { data } = await member.client.from("avatars").list(member.id, { search: "avatar" });
    expect(data).toHaveLength(1);
  });

  test.each([
    ["the session ends", ({ token }: TestMember) => fixture.app.auth.signOut(token, "global")],
    [
      "the account is suspended",
      ({ id }: TestMember) =>
        fixture.database.pool.query("update auth.users set banned_until = '2999-01-01' where id = $1", [id]),
    ],
  ])("an avatar is discarded if %s while the image is waiting", async (_what, endAccess) => {
    const uploader = await fixture.createMember();
    const before = (await fixture.listFiles()).complete;
    const otherImage = Promise.withResolvers<void>();
    const otherTask = queueImageTask(() => otherImage.promise, "someone else");
    const upload = fixture.app.storage.uploadAvatar(
      uploader.viewer,
      await createTestImage(20, 20).png().toBuffer(),
    );
    await endAccess(uploader);
    otherImage.resolve();
    await otherTask;
    await expect(upload).rejects.toMatchObject({ code: "not_signed_in" });
    expect((await fixture.listFiles()).complete).toEqual(before);
  });

  test("a crop refers to the image as displayed, after its orientation is applied", async () => {
    // Red is left and blue right, but the orientation rotates the image clockwise, so it is displayed with red
    // above blue.
    const rotatedImage = await createTestImage(200, 100, "red")
      .composite([{ input: await createTestImage(100, 100, "blue").png().toBuffer(), left: 100, top: 0 }])
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const { url } = await fixture.app.storage.uploadAvatar(member.viewer, rotatedImage, {
      left: 0,
      top: 100,
      size: 100,
    });
    const { dominant } = await sharp((await fetchImage(url)).bytes).stats();
    expect([dominant.r < 60, dominant.b > 200]).toEqual([true, true]);
  });

  test("refusals have a message, and visitors are asked to sign in", async () => {
    const { storage } = fixture.app;
    const bytes = await createTestImage(20, 20).png().toBuffer();
    await expect(storage.uploadAvatar(null, bytes)).rejects.toMatchObject({ code: "not_signed_in" });
    const error = await storage.uploadAvatar(member.viewer, Buffer.from("<svg/>")).catch((thrown) => thrown);
    expect(error).toMatchObject({
      code: "InvalidMimeType",
      status: 415,
      message: "This file isn't a JPEG, PNG, WebP, GIF or AVIF image.",
    });
    const largeUpload = storage.uploadAvatar(member.viewer, Buffer.alloc(10 * 1024 * 1024 + 1));
    await expect(largeUpload).rejects.toMatchObject({ code: "EntityTooLarge" });
    for (const crop of [
      { left: 0, top: 0, size: 21 },
      { left: -1, top: 0, size: 5 },
      { left: 0, top: 0, size: 0 },
      { left: 0.5, top: 0, size: 5 },
      { left: 1e9, top: 0, size: 5 },
    ]) {
      await expect(storage.uploadAvatar(member.viewer, bytes, crop)).rejects.toMatchObject({
        code: "InvalidRequest",
      });
    }
  });

  test("all files of an account are deleted, and no others", async () => {
    const deletedMember = await fixture.createMember();
    const otherMember = await fixture.createMember();
    const bytes = await createTestImage(1000, 10).png().toBuffer();
    for (const { viewer, client, id } of [deletedMember, otherMember]) {
      await client.from("post-images").upload(`${id}/a.png`, bytes);
      await fixture.app.storage.uploadAvatar(viewer, bytes);
      await client.from("post-images").upload(`${id}/deep/a.png`, bytes);
    }
    const before = (await fixture.listFiles()).complete.length;
    expect(await fixture.app.storage.deleteMemberFiles(deletedMember.id)).toBe(3);
    expect(
      (await fixture.admin.from("post-images").listV2({ prefix: deletedMember.id })).data?.objects,
    ).toEqual([]);
    expect(
      (await fixture.admin.from("post-images").listV2({ prefix: otherMember.id })).data?.objects,
    ).toHaveLength(2);
    // These are two post images in two sizes each, and the avatar.
    expect((await fixture.listFiles()).complete).toHaveLength(before - 5);
  });
});
