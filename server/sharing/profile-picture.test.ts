import sharp from "sharp";
import { expect, test } from "vitest";
import { createAppFixture, createPlainImage } from "#server/testing/app.ts";

test("a member's preview image shows the uploaded profile picture", async () => {
  const site = await createAppFixture();
  const { forum, profiles, sharing } = site.app;
  const member = await site.register();
  const profile = await forum.readMember(null, member.username);
  if (!profile) throw new Error("no profile");
  const readMiddleColor = async (avatarUrl: string | null) => {
    const { path } = await sharing.getMemberImage({ ...profile, avatarUrl });
    const png = Buffer.from(await (await site.http.request(path)).arrayBuffer());
    const middle = { left: 180, top: 310, width: 20, height: 20 };
    const [red, green, blue] = await sharp(png).extract(middle).removeAlpha().raw().toBuffer();
    return [red, green, blue].map((value = 0) => Math.round(value / 16));
  };
  try {
    const teal = [0, 8, 8];
    expect(await readMiddleColor(null)).not.toEqual(teal);
    const avatarUrl = await profiles.changeAvatar(member, await createPlainImage(64, 64));
    expect(await readMiddleColor(avatarUrl)).toEqual(teal);
  } finally {
    await sharing.close();
    await site.end();
  }
});
