import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Member } from "#core/accounts/member.ts";
import { type AppFixture, createAppFixture, createPlainImage } from "#server/testing/app.ts";

let fixture: AppFixture;
let member: Member;
beforeAll(async () => {
  fixture = await createAppFixture();
  member = await fixture.register();
});
afterAll(() => fixture.end());

const readImageMetadata = async (url: string) =>
  sharp(Buffer.from(await (await fixture.fetchFile(url)).arrayBuffer())).metadata();
const profiles = () => fixture.app.profiles;
const readOwn = () => profiles().readOwnProfile(member);

describe("a bio", () => {
  test("is normalized, stored and cleared", async () => {
    expect(await profiles().changeBio(member, "  One\r\n\r\n\r\n\r\nTwo ")).toBe("One\n\nTwo");
    expect(await readOwn()).toMatchObject({ bio: "One\n\nTwo" });
    await profiles().changeBio(member, "");
    expect(await readOwn()).toMatchObject({ bio: "" });
  });

  test("that is too long is rejected and doesn't replace the previous one", async () => {
    await profiles().changeBio(member, "Short.");
    await expect(profiles().changeBio(member, "x".repeat(501))).rejects.toMatchObject({
      code: "invalid_input",
      fieldErrors: { bio: "A bio can have at most 500 characters. This one has 501." },
    });
    expect(await readOwn()).toMatchObject({ bio: "Short." });
  });
});

describe("the wallet note in the bio", () => {
  const ADDRESS = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
  const OTHER_ADDRESS = "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359";

  test("is added, changed and removed without touching the member's text", async () => {
    await profiles().changeBio(member, "My text.");
    await profiles().changeWalletNote(member, ADDRESS.toLowerCase());
    expect(await readOwn()).toMatchObject({ bio: `My text.\nWallet: ${ADDRESS}` });
    await profiles().changeWalletNote(member, OTHER_ADDRESS);
    expect(await readOwn()).toMatchObject({ bio: `My text.\nWallet: ${OTHER_ADDRESS}` });
    await profiles().changeWalletNote(member, null);
    expect(await readOwn()).toMatchObject({ bio: "My text." });
  });

  test("fits next to the longest bio and doesn't count toward the limit when the bio is saved again", async () => {
    const longestBio = "x".repeat(500);
    await profiles().changeBio(member, longestBio);
    await profiles().changeWalletNote(member, ADDRESS);
    const { bio } = await readOwn();
    expect(bio).toBe(`${longestBio}\nWallet: ${ADDRESS}`);
    await profiles().changeBio(member, bio);
    await expect(profiles().changeBio(member, `x${bio}`)).rejects.toMatchObject({ code: "invalid_input" });
  });

  test("is rejected for visitors and invalid addresses; concurrent changes leave one note", async () => {
    await expect(profiles().changeWalletNote(null, ADDRESS)).rejects.toMatchObject({ code: "not_signed_in" });
    for (const nonsense of ["", "0x1", `${ADDRESS}\nSpam`, ADDRESS.replace("A", "a")])
      await expect(profiles().changeWalletNote(member, nonsense)).rejects.toMatchObject({
        code: "invalid_input",
      });
    await profiles().changeBio(member, "Mine");
    await Promise.all(
      [ADDRESS, OTHER_ADDRESS, ADDRESS, OTHER_ADDRESS].map((address) =>
        profiles().changeWalletNote(member, address),
      ),
    );
    expect((await readOwn()).bio).toMatch(/^Mine\nWallet: 0x[0-9a-fA-F]{40}$/);
  });
});

describe("an avatar", () => {
  test("is set, shown next to the member's posts, and removed", async () => {
    const { id } = await fixture.app.forum.createPost(member, {
      title: "A post",
      content: "Text.",
      category: "ai",
      tags: [],
    });
    const url = await profiles().changeAvatar(member, await createPlainImage(200, 100), {
      left: 20,
      top: 0,
      size: 100,
    });
    expect(await readOwn()).toMatchObject({ avatarUrl: url });
    expect((await fixture.app.forum.getPost(null, id)).author?.avatarUrl).toBe(url);
    expect(await readImageMetadata(url)).toMatchObject({ width: 256, height: 256 });
    await profiles().removeAvatar(member);
    await profiles().removeAvatar(member);
    expect(await readOwn()).toMatchObject({ avatarUrl: null });
    expect((await fixture.fetchFile(url)).ok).toBe(false);
  });

  test("that is rejected doesn't replace the previous one", async () => {
    const url = await profiles().changeAvatar(member, await createPlainImage(50, 50));
    for (const bytes of [Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"), Buffer.alloc(0)])
      await expect(profiles().changeAvatar(member, bytes)).rejects.toMatchObject({
        code: "InvalidMimeType",
        message: "This file isn't a JPEG, PNG, WebP, GIF or AVIF image.",
      });
    await expect(profiles().changeAvatar(member, Buffer.alloc(10 * 1024 * 1024 + 1))).rejects.toMatchObject({
      code: "EntityTooLarge",
    });
    expect(await readOwn()).toMatchObject({ avatarUrl: url });
    expect(await readImageMetadata(url)).toMatchObject({ width: 256 });
  });
});
