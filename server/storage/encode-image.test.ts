import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  createBomb,
  createNoiseImage,
  createStorageFixture,
  createTestImage,
  type StorageFixture,
} from "./testing.ts";

let fixture: StorageFixture;
let member: Awaited<ReturnType<StorageFixture["createMember"]>>;
beforeAll(async () => {
  fixture = await createStorageFixture({ STORAGE_MAX_BYTES: "50000000" });
  member = await fixture.createMember();
});
afterAll(() => fixture.end());

const postImages = () => member.client.from("post-images");

const fetchImage = (path: string) => fixture.fetchImage(path);
const publicPath = (bucket: string, key: string) => `/storage/v1/object/public/${bucket}/${key}`;

describe("images uploaded through the protocol", () => {
  test.each(["jpeg", "png", "webp", "gif", "avif"] as const)(
    "as %s become WebP, regardless of their declared type",
    async (format) => {
      const bytes = await createTestImage(60, 30)[format]().toBuffer();
      const key = `${member.id}/a.${format}`;
      expect((await postImages().upload(key, bytes, { contentType: "text/html" })).error).toBeNull();
      const { headers, ...storedImage } = await fetchImage(publicPath("post-images", key));
      expect(headers.get("content-type")).toBe("image/webp");
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect([storedImage.format, storedImage.width, storedImage.height]).toEqual(["webp", 60, 30]);
      expect((await postImages().info(key)).data).toMatchObject({
        contentType: "image/webp",
        size: storedImage.bytes.length,
      });
    },
  );

  test("have their stored width and height in the response, unlike other files", async () => {
    const body = await createTestImage(3200, 800).png().toBuffer();
    const path = `post-images/${member.id}/sized.png`;
    const response = await fixture.call("POST", `/object/${path}`, { token: member.token, body });
    expect(await response.json()).toEqual({ Id: expect.any(String), Key: path, width: 1600, height: 400 });
    const otherBucket = await fixture.createBucket();
    const otherResponse = await fixture.call("POST", `/object/${otherBucket}/a`, {
      token: fixture.serviceToken,
      body,
    });
    expect(await otherResponse.json()).toEqual({ Id: expect.any(String), Key: `${otherBucket}/a` });
  });

  test("are resized for the pages, but never enlarged", async () => {
    const key = `${member.id}/wide.png`;
    await postImages().upload(key, await createTestImage(3200, 800).png().toBuffer());
    const path = publicPath("post-images", key);
    expect(await fetchImage(path)).toMatchObject({ width: 1600, height: 400 });
    expect((await postImages().info(key)).data?.metadata).toEqual({ width: 1600, height: 400 });
    const thumbnail = await fetchImage(`${path}?width=800`);
    expect(thumbnail).toMatchObject({ width: 800, height: 200 });
    expect(thumbnail.headers.get("content-length")).toBe(String(thumbnail.bytes.length));
    const originalResponse = await fetch(new URL(path, fixture.url), { method: "HEAD" });
    expect(thumbnail.headers.get("etag")).not.toBe(originalResponse.headers.get("etag"));
    const rangeResponse = await fetch(new URL(`${path}?width=800`, fixture.url), {
      headers: { range: "bytes=0-3" },
    });
    expect(await rangeResponse.text()).toBe("RIFF");
    expect(await fetchImage(`${path}?width=1000`)).toMatchObject({ width: 1600 });

    await postImages().upload(`${member.id}/tall.png`, await createTestImage(100, 9000).png().toBuffer());
    expect(await fetchImage(publicPath("post-images", `${member.id}/tall.png`))).toMatchObject({
      height: 8000,
    });
    await postImages().upload(`${member.id}/long.png`, await createTestImage(1250, 6250).png().toBuffer());
    expect(await fetchImage(publicPath("post-images", `${member.id}/long.png`))).toMatchObject({
      width: 1000,
      height: 5000,
    });
    await member.client
      .from("avatars")
      .upload(`${member.id}/me.png`, await createTestImage(900, 300).png().toBuffer());
    expect(await fetchImage(publicPath("avatars", `${member.id}/me.png`))).toMatchObject({
      width: 256,
      height: 256,
    });
  });

  test("are upright and without metadata", async () => {
    const photo = await sharp({
      create: { width: 40, height: 20, channels: 3, background: "blue" },
    })
      .withExif({ IFD0: { Copyright: "owner-secret" }, IFD3: { GPSLatitudeRef: "N" } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect((await sharp(photo).metadata()).orientation).toBe(6);
    const key = `${member.id}/sideways.jpg`;
    await postImages().upload(key, photo);
    const image = await fetchImage(publicPath("post-images", key));
    expect([image.width, image.height, image.exif, image.orientation]).toEqual([
      20,
      40,
      undefined,
      undefined,
    ]);
    expect(image.bytes.includes("owner-secret")).toBe(false);
  });

  test("lose any data appended to them", async () => {
    const bytes = Buffer.concat([
      await createTestImage(10, 10).png().toBuffer(),
      Buffer.from("<script>alert(1)</script>"),
    ]);
    const key = `${member.id}/polyglot.png`;
    expect((await postImages().upload(key, bytes)).error).toBeNull();
    expect((await fetchImage(publicPath("post-images", key))).bytes.includes("script")).toBe(false);
  });

  test("are reduced to their first frame if animated", async () => {
    const frames = await sharp(
      [
        { create: { width: 8, height: 8, channels: 3, background: "red" } },
        { create: { width: 8, height: 8, channels: 3, background: "blue" } },
      ] as never,
      { join: { animated: true } },
    )
      .gif({ delay: [100, 100] })
      .toBuffer();
    expect((await sharp(frames, { animated: true }).metadata()).pages).toBe(2);
    await postImages().upload(`${member.id}/moving.gif`, frames);
    const image = await fetchImage(publicPath("post-images", `${member.id}/moving.gif`));
    expect([image.width, image.height, image.pages ?? 1]).toEqual([8, 8, 1]);
  });
});

describe("an unsuitable file is rejected with a message:", () => {
  const NOT_AN_IMAGE = "This file isn't a JPEG, PNG, WebP, GIF or AVIF image.";
  const DAMAGED = "This image is damaged, or its content doesn't match its file type.";
  test.each([
    [
      "SVG",
      async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
      NOT_AN_IMAGE,
    ],
    ["HTML", async () => Buffer.from("<!doctype html><script>alert(1)</script>"), NOT_AN_IMAGE],
    ["TIFF", () => createTestImage(9, 9).tiff().toBuffer(), NOT_AN_IMAGE],
    ["PDF", async () => Buffer.from("%PDF-1.7\n"), NOT_AN_IMAGE],
    ["an empty file", async () => Buffer.alloc(0), NOT_AN_IMAGE],
    ["a script that begins like a GIF", async () => Buffer.from("GIF89a/*\x00*/=alert(1)//"), DAMAGED],
    ["SVG after a JPEG signature", async () => Buffer.from("\xff\xd8\xff<svg/>", "latin1"), DAMAGED],
    ["half a PNG", async () => (await createNoiseImage(300)).subarray(0, 20_000), DAMAGED],
    [
      "a bomb of 30000 by 30000 pixels in a few kilobytes",
      async () => createBomb(30_000, 30_000),
      /of this kind can have at most 12 megapixels/,
    ],
  ])("%s", async (_kind, bytes, message) => {
    const before = await fixture.listFiles();
    const key = `${member.id}/refused.png`;
    const { error } = await postImages().upload(key, await bytes(), { contentType: "image/png" });
    expect(error).toMatchObject({ status: 400, statusCode: "415", code: "InvalidMimeType" });
    expect(error?.message).toMatch(message);
    expect(await fixture.listFiles()).toEqual(before);
    expect((await postImages().exists(key)).data).toBe(false);
  });

  test("a file of more than 10 MB, regardless of the server's limit", async () => {
    const { error } = await postImages().upload(`${member.id}/big.png`, new Uint8Array(10 * 1024 * 1024 + 1));
    expect(error).toMatchObject({ status: 400, statusCode: "413", code: "EntityTooLarge" });
  });
});

describe("access to images:", () => {
  test("members can write under their own ID, and everyone can read", async () => {
    const bytes = await createTestImage(9, 9).png().toBuffer();
    const otherMember = await fixture.createMember();
    const denied = { status: 400, statusCode: "403", code: "AccessDenied" };
    for (const bucket of ["avatars", "post-images"]) {
      const key = `${member.id}/own.png`;
      const ownFiles = member.client.from(bucket);
      expect((await ownFiles.upload(key, bytes)).error).toBeNull();
      expect((await fixture.visitor.from(bucket).download(key)).error).toBeNull();
      for (const otherClient of [otherMember.client, fixture.visitor]) {
        const files = otherClient.from(bucket);
        expect((await files.upload(`${member.id}/foreign.png`, bytes)).error).toMatchObject(denied);
        expect((await files.update(key, bytes)).error).toMatchObject(denied);
        expect((await files.move(key, `${otherMember.id}/stolen.png`)).error).toMatchObject(denied);
        expect((await files.remove([key])).data).toEqual([]);
        expect((await files.list(member.id)).data).toEqual([]);
        expect((await files.listV2({ prefix: member.id })).data?.objects).toEqual([]);
      }
      expect((await ownFiles.upload("top.png", bytes)).error).toMatchObject(denied);
      expect((await ownFiles.upload(`${member.id}x/a.png`, bytes)).error).toMatchObject(denied);
      expect((await ownFiles.upload(`${member.id}/../${otherMember.id}/a.png`, bytes)).error).not.toBeNull();
      expect((await ownFiles.list(member.id)).data?.map(({ name }) => name)).toContain("own.png");
      expect((await ownFiles.list()).data).toMatchObject([{ name: member.id, id: null }]);
      expect((await ownFiles.move(key, `${member.id}/moved.png`)).error).toBeNull();
      expect((await ownFiles.remove([`${member.id}/moved.png`])).data).toHaveLength(1);
    }
  });

  test("uploads with a token that is expired or invalid or belongs to no session are refused", async () => {
    const bytes = await createTestImage(9, 9).png().toBuffer();
    const { id, token } = await fixture.createMember();
    const upload = (bearer: string) => fixture.client(bearer).from("avatars").upload(`${id}/a.png`, bytes);
    const claims = { role: "authenticated", sub: id };
    const expiredToken = await fixture.signToken({ ...claims, exp: 1_000_000_000 });
    const forgedToken = await fixture.signToken(claims, "another secret that isn't configured");
    expect((await upload(expiredToken)).error).toMatchObject({
      status: 400,
      statusCode: "403",
      code: "AccessDenied",
      message: '"exp" claim timestamp check failed',
    });
    expect((await upload(forgedToken)).error).toMatchObject({
      code: "AccessDenied",
      message: "signature verification failed",
    });
    expect((await upload("")).error).toMatchObject({ code: "AccessDenied", message: "Invalid Compact JWS" });
    const unknownUserToken = await fixture.signToken({ role: "authenticated", sub: crypto.randomUUID() });
    expect((await upload(unknownUserToken)).error).toMatchObject({ statusCode: "403", code: "AccessDenied" });
    const visitorToken = await fixture.signToken({ role: "anon", sub: id });
    expect((await upload(visitorToken)).error).toMatchObject({ code: "AccessDenied" });
    await fixture.app.auth.signOut(token, "local");
    expect((await upload(token)).error).toMatchObject({
      statusCode: "403",
      code: "AccessDenied",
      message: "Session from session_id claim in JWT does not exist",
    });
    expect((await fixture.admin.from("avatars").list(id)).data).toEqual([]);
  });

  test("anonymous users and suspended members can't upload, even with a valid token", async () => {
    const bytes = await createTestImage(9, 9).png().toBuffer();
    for (const change of ["is_anonymous = true", "banned_until = now() + interval '1 day'"]) {
      const { id, client } = await fixture.createMember();
      const upload = (key: string) => client.from("avatars").upload(`${id}/${key}`, bytes);
      expect((await upload("before")).error).toBeNull();
      await fixture.database.pool.query(`update auth.users set ${change} where id = $1`, [id]);
      expect((await upload("after")).error).toMatchObject({ statusCode: "403", code: "AccessDenied" });
    }
  });

  test("too many uploads in an hour are rejected with an HTTP 429", async () => {
    const limitedFixture = await createStorageFixture({ AUTH_RATE_LIMITS: "on" });
    try {
      const { client, id } = await limitedFixture.createMember();
      const statuses: (string | undefined)[] = [];
      for (let n = 0; n < 61; n += 1) {
        const { error } = await client
          .from("avatars")
          .upload(`${id}/${n}`, "not an image, but counted anyway");
        statuses.push(error?.statusCode as string | undefined);
        if (n === 60) expect(error).toMatchObject({ status: 429, statusCode: "429", code: "SlowDown" });
      }
      expect(statuses.slice(0, 60).every((status) => status === "415")).toBe(true);
      const { error: copyError } = await client.from("avatars").copy(`${id}/any`, `${id}/another`);
      expect(copyError).toMatchObject({ status: 429, statusCode: "429", code: "SlowDown" });
    } finally {
      await limitedFixture.end();
    }
  });
});
