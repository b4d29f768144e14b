import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bomb, createStorageFixture, noise, picture, type StorageFixture } from "./testing.ts";

let fixture: StorageFixture;
let person: Awaited<ReturnType<StorageFixture["register"]>>;
beforeAll(async () => {
  fixture = await createStorageFixture({ STORAGE_MAX_BYTES: "50000000" });
  person = await fixture.register();
});
afterAll(() => fixture.end());

const posts = () => person.client.from("post-images");

const shown = (path: string) => fixture.shown(path);
const publicPath = (bucket: string, key: string) => `/storage/v1/object/public/${bucket}/${key}`;

describe("pictures uploaded through the protocol", () => {
  test.each(["jpeg", "png", "webp", "gif", "avif"] as const)(
    "%s becomes WebP, regardless of its declared type",
    async (format) => {
      const bytes = await picture(60, 30)[format]().toBuffer();
      const key = `${person.id}/a.${format}`;
      expect((await posts().upload(key, bytes, { contentType: "text/html" })).error).toBeNull();
      const { headers, ...made } = await shown(publicPath("post-images", key));
      expect(headers.get("content-type")).toBe("image/webp");
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect([made.format, made.width, made.height]).toEqual(["webp", 60, 30]);
      expect((await posts().info(key)).data).toMatchObject({
        contentType: "image/webp",
        size: made.bytes.length,
      });
    },
  );

  test("are returned with their stored size, unlike other files", async () => {
    const body = await picture(3200, 800).png().toBuffer();
    const path = `post-images/${person.id}/sized.png`;
    const answer = await fixture.call("POST", `/object/${path}`, { token: person.token, body });
    expect(await answer.json()).toEqual({ Id: expect.any(String), Key: path, width: 1600, height: 400 });
    const open = await fixture.bucket();
    const other = await fixture.call("POST", `/object/${open}/a`, {
      token: fixture.serviceToken,
      body,
    });
    expect(await other.json()).toEqual({ Id: expect.any(String), Key: `${open}/a` });
  });

  test("are resized for the pages, but never enlarged", async () => {
    const key = `${person.id}/wide.png`;
    await posts().upload(key, await picture(3200, 800).png().toBuffer());
    const path = publicPath("post-images", key);
    expect(await shown(path)).toMatchObject({ width: 1600, height: 400 });
    expect((await posts().info(key)).data?.metadata).toEqual({ width: 1600, height: 400 });
    const thumbnail = await shown(`${path}?width=800`);
    expect(thumbnail).toMatchObject({ width: 800, height: 200 });
    expect(thumbnail.headers.get("content-length")).toBe(String(thumbnail.bytes.length));
    const original = await fetch(new URL(path, fixture.url), { method: "HEAD" });
    expect(thumbnail.headers.get("etag")).not.toBe(original.headers.get("etag"));
    const ranged = await fetch(new URL(`${path}?width=800`, fixture.url), {
      headers: { range: "bytes=0-3" },
    });
    expect(await ranged.text()).toBe("RIFF");
    expect(await shown(`${path}?width=1000`)).toMatchObject({ width: 1600 });

    await posts().upload(`${person.id}/tall.png`, await picture(100, 9000).png().toBuffer());
    expect(await shown(publicPath("post-images", `${person.id}/tall.png`))).toMatchObject({ height: 8000 });
    await posts().upload(`${person.id}/long.png`, await picture(1250, 6250).png().toBuffer());
    expect(await shown(publicPath("post-images", `${person.id}/long.png`))).toMatchObject({
      width: 1000,
      height: 5000,
    });
    await person.client
      .from("avatars")
      .upload(`${person.id}/me.png`, await picture(900, 300).png().toBuffer());
    expect(await shown(publicPath("avatars", `${person.id}/me.png`))).toMatchObject({
      width: 256,
      height: 256,
    });
  });

  test("are upright and without metadata", async () => {
    const taken = await sharp({
      create: { width: 40, height: 20, channels: 3, background: "blue" },
    })
      .withExif({ IFD0: { Copyright: "somebody-secret" }, IFD3: { GPSLatitudeRef: "N" } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect((await sharp(taken).metadata()).orientation).toBe(6);
    const key = `${person.id}/sideways.jpg`;
    await posts().upload(key, taken);
    const made = await shown(publicPath("post-images", key));
    expect([made.width, made.height, made.exif, made.orientation]).toEqual([20, 40, undefined, undefined]);
    expect(made.bytes.includes("somebody-secret")).toBe(false);
  });

  test("lose any data appended to them", async () => {
    const bytes = Buffer.concat([
      await picture(10, 10).png().toBuffer(),
      Buffer.from("<script>alert(1)</script>"),
    ]);
    const key = `${person.id}/polyglot.png`;
    expect((await posts().upload(key, bytes)).error).toBeNull();
    expect((await shown(publicPath("post-images", key))).bytes.includes("script")).toBe(false);
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
    await posts().upload(`${person.id}/moving.gif`, frames);
    const made = await shown(publicPath("post-images", `${person.id}/moving.gif`));
    expect([made.width, made.height, made.pages ?? 1]).toEqual([8, 8, 1]);
  });
});

describe("a file that isn't a picture is refused with a message", () => {
  const NOT_ONE = "This file isn't a JPEG, PNG, WebP, GIF or AVIF picture.";
  const DAMAGED = "This picture is damaged or not what it says it is.";
  test.each([
    [
      "SVG",
      async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
      NOT_ONE,
    ],
    ["HTML", async () => Buffer.from("<!doctype html><script>alert(1)</script>"), NOT_ONE],
    ["TIFF", () => picture(9, 9).tiff().toBuffer(), NOT_ONE],
    ["PDF", async () => Buffer.from("%PDF-1.7\n"), NOT_ONE],
    ["nothing", async () => Buffer.alloc(0), NOT_ONE],
    ["a script that begins like a GIF", async () => Buffer.from("GIF89a/*\x00*/=alert(1)//"), DAMAGED],
    ["SVG after a JPEG signature", async () => Buffer.from("\xff\xd8\xff<svg/>", "latin1"), DAMAGED],
    ["half a PNG", async () => (await noise(300)).subarray(0, 20_000), DAMAGED],
    [
      "a bomb of 30000 by 30000 pixels in a few kilobytes",
      async () => bomb(30_000, 30_000),
      /at most 12 megapixels of this kind/,
    ],
  ])("%s", async (_kind, bytes, sentence) => {
    const before = await fixture.filesOnDisk();
    const key = `${person.id}/refused.png`;
    const { error } = await posts().upload(key, await bytes(), { contentType: "image/png" });
    expect(error).toMatchObject({ status: 400, statusCode: "415", code: "InvalidMimeType" });
    expect(error?.message).toMatch(sentence);
    expect(await fixture.filesOnDisk()).toEqual(before);
    expect((await posts().exists(key)).data).toBe(false);
  });

  test("more than 10 MB, regardless of the server's limit", async () => {
    const { error } = await posts().upload(`${person.id}/big.png`, new Uint8Array(10 * 1024 * 1024 + 1));
    expect(error).toMatchObject({ status: 400, statusCode: "413", code: "EntityTooLarge" });
  });
});

describe("access to pictures", () => {
  test("members can write under their own id, and everyone can read", async () => {
    const bytes = await picture(9, 9).png().toBuffer();
    const other = await fixture.register();
    const denied = { status: 400, statusCode: "403", code: "AccessDenied" };
    for (const bucket of ["avatars", "post-images"]) {
      const key = `${person.id}/own.png`;
      const mine = person.client.from(bucket);
      expect((await mine.upload(key, bytes)).error).toBeNull();
      expect((await fixture.visitor.from(bucket).download(key)).error).toBeNull();
      for (const stranger of [other.client, fixture.visitor]) {
        const files = stranger.from(bucket);
        expect((await files.upload(`${person.id}/foreign.png`, bytes)).error).toMatchObject(denied);
        expect((await files.update(key, bytes)).error).toMatchObject(denied);
        expect((await files.move(key, `${other.id}/stolen.png`)).error).toMatchObject(denied);
        expect((await files.remove([key])).data).toEqual([]);
        expect((await files.list(person.id)).data).toEqual([]);
        expect((await files.listV2({ prefix: person.id })).data?.objects).toEqual([]);
      }
      expect((await mine.upload("top.png", bytes)).error).toMatchObject(denied);
      expect((await mine.upload(`${person.id}x/a.png`, bytes)).error).toMatchObject(denied);
      expect((await mine.upload(`${person.id}/../${other.id}/a.png`, bytes)).error).not.toBeNull();
      expect((await mine.list(person.id)).data?.map(({ name }) => name)).toContain("own.png");
      expect((await mine.list()).data).toMatchObject([{ name: person.id, id: null }]);
      expect((await mine.move(key, `${person.id}/moved.png`)).error).toBeNull();
      expect((await mine.remove([`${person.id}/moved.png`])).data).toHaveLength(1);
    }
  });

  test("signed-out, expired and foreign tokens can't upload", async () => {
    const bytes = await picture(9, 9).png().toBuffer();
    const { id, token } = await fixture.register();
    const upload = (by: string) => fixture.client(by).from("avatars").upload(`${id}/a.png`, bytes);
    const sub = { role: "authenticated", sub: id };
    const past = await fixture.token({ ...sub, exp: 1_000_000_000 });
    const forged = await fixture.token(sub, "another secret that isn't configured");
    expect((await upload(past)).error).toMatchObject({
      status: 400,
      statusCode: "403",
      code: "AccessDenied",
      message: '"exp" claim timestamp check failed',
    });
    expect((await upload(forged)).error).toMatchObject({
      code: "AccessDenied",
      message: "signature verification failed",
    });
    expect((await upload("")).error).toMatchObject({ code: "AccessDenied", message: "Invalid Compact JWS" });
    const gone = await fixture.token({ role: "authenticated", sub: crypto.randomUUID() });
    expect((await upload(gone)).error).toMatchObject({ statusCode: "403", code: "AccessDenied" });
    const visitor = await fixture.token({ role: "anon", sub: id });
    expect((await upload(visitor)).error).toMatchObject({ code: "AccessDenied" });
    await fixture.app.auth.signOut(token, "local");
    expect((await upload(token)).error).toMatchObject({
      statusCode: "403",
      code: "AccessDenied",
      message: "Session from session_id claim in JWT does not exist",
    });
    expect((await fixture.admin.from("avatars").list(id)).data).toEqual([]);
  });

  test("anonymous and suspended members can't upload, even with a valid token", async () => {
    const bytes = await picture(9, 9).png().toBuffer();
    for (const change of ["is_anonymous = true", "banned_until = now() + interval '1 day'"]) {
      const { id, client } = await fixture.register();
      const upload = (key: string) => client.from("avatars").upload(`${id}/${key}`, bytes);
      expect((await upload("before")).error).toBeNull();
      await fixture.database.pool.query(`update auth.users set ${change} where id = $1`, [id]);
      expect((await upload("after")).error).toMatchObject({ statusCode: "403", code: "AccessDenied" });
    }
  });

  test("too many in an hour are refused with a message and an HTTP 429", async () => {
    const limited = await createStorageFixture({ AUTH_RATE_LIMITS: "on" });
    try {
      const { client, id } = await limited.register();
      const statuses: (string | undefined)[] = [];
      for (let n = 0; n < 61; n += 1) {
        const { error } = await client
          .from("avatars")
          .upload(`${id}/${n}`, "no picture, and counted all the same");
        statuses.push(error?.statusCode as string | undefined);
        if (n === 60) expect(error).toMatchObject({ status: 429, statusCode: "429", code: "SlowDown" });
      }
      expect(statuses.slice(0, 60).every((status) => status === "415")).toBe(true);
      const { error: ofCopy } = await client.from("avatars").copy(`${id}/any`, `${id}/another`);
      expect(ofCopy).toMatchObject({ status: 429, statusCode: "429", code: "SlowDown" });
    } finally {
      await limited.end();
    }
  });
});
