import { setTimeout as sleep } from "node:timers/promises";
import { Hono } from "hono";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { VISITOR } from "#core/storage/rules.ts";
import { StorageError } from "#core/storage/storage-errors.ts";
import type { StorageDeps } from "../deps.ts";
import { createBomb, createStorageFixture, createTestImage, type StorageFixture } from "../testing.ts";
import { handleRenderPublic } from "./render-handlers.ts";
import { createRenditionCache } from "./rendition-cache.ts";

let fixture: StorageFixture;
let publicBucket: string;
let privateBucket: string;
beforeAll(async () => {
  fixture = await createStorageFixture();
  publicBucket = await fixture.createBucket({ public: true });
  privateBucket = await fixture.createBucket();
});
afterAll(() => fixture.end());

let uploadCount = 0;
/** Uploads a file and returns its key. */
async function upload(bytes: Buffer, contentType: string, bucket = publicBucket): Promise<string> {
  uploadCount += 1;
  const key = `images/${uploadCount} x.bin`;
  const { error } = await fixture.admin.from(bucket).upload(key, bytes, { contentType });
  if (error) throw error;
  return key;
}
const createPhoto = () => createTestImage(1200, 800).jpeg().toBuffer();
const buildPath = (kind: string, bucket: string, key: string, query = "") =>
  `/render/image/${kind}/${bucket}/${encodeURIComponent(key)}${query}`;
const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  fixture.call(method, path, { headers: { accept: "*/*", ...headers } });
const readImage = async (response: Response) => {
  const { width, height, format, pages } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
  return { width, height, format, pages };
};

describe("the official client", () => {
  test("gets URLs of a public image that resize it in each supported way", async () => {
    const key = await upload(await createPhoto(), "image/jpeg");
    for (const [transform, size, header] of [
      [{ width: 300 }, [300, 200], "width:300,resizing_type:fill"],
      [{ height: 200 }, [300, 200], "height:200,resizing_type:fill"],
      [{ width: 200, height: 200 }, [200, 200], "height:200,width:200,resizing_type:fill"],
      [
        { width: 200, height: 200, resize: "contain", quality: 60 },
        [200, 133],
        "height:200,width:200,resizing_type:fit,quality:60",
      ],
      [{ width: 200, height: 200, resize: "fill" }, [200, 200], "height:200,width:200,resizing_type:force"],
      [{ width: 5000 }, [1200, 800], "width:2000,resizing_type:fill"],
    ] as const) {
      const { data } = fixture.visitor.from(publicBucket).getPublicUrl(key, { transform });
      expect(data.publicUrl).toContain("/render/image/public/");
      const response = await fetch(data.publicUrl);
      expect(response.headers.get("x-transformations")).toBe(header);
      expect(response.headers.get("content-type")).toBe("image/jpeg");
      expect(response.headers.get("x-content-type-options")).toBe("nosniff");
      const [width, height] = size;
      expect(await readImage(response)).toMatchObject({ width, height, format: "jpeg" });
    }
  });

  test("downloads a private image only with access to its bucket", async () => {
    const key = await upload(await createPhoto(), "image/jpeg", privateBucket);
    const transform = { width: 100, height: 100 };
    const { data, error } = await fixture.admin.from(privateBucket).download(key, { transform });
    expect(error).toBeNull();
    const metadata = await sharp(Buffer.from(await (data as Blob).arrayBuffer())).metadata();
    expect(metadata).toMatchObject({ width: 100, height: 100 });
    for (const client of [fixture.visitor, (await fixture.createMember()).client])
      expect((await client.from(privateBucket).download(key, { transform })).error).not.toBeNull();
    const response = await get(buildPath("public", privateBucket, key));
    expect((await response.json()).code).toBe("NoSuchBucket");
    expect((await (await get(buildPath("authenticated", privateBucket, key))).json()).code).toBe(
      "AccessDenied",
    );
  });

  test("signs a transformation, which then can't be changed", async () => {
    const key = await upload(await createPhoto(), "image/jpeg", privateBucket);
    const { data } = await fixture.admin
      .from(privateBucket)
      .createSignedUrl(key, 60, { transform: { width: 100, height: 50, format: "origin" } });
    const url = new URL(data?.signedUrl ?? "");
    expect(url.pathname).toContain("/render/image/sign/");
    expect(await readImage(await fetch(url))).toMatchObject({ width: 100, height: 50 });
    expect(await readImage(await fetch(`${url}&width=1200&height=800`))).toMatchObject({ width: 100 });
    // The link gives no access to the original or to another image, and a link to the original gives no
    // access to the transformed image.
    for (const path of ["/object/sign/", "/object/upload/sign/"]) {
      const original = await fetch(url.href.replace("/render/image/sign/", path), {
        method: path.includes("upload") ? "PUT" : "GET",
      });
      expect((await original.json()).code).toBe("InvalidSignature");
    }
    const otherKey = await upload(await createPhoto(), "image/jpeg", privateBucket);
    const otherPath = buildPath("sign", privateBucket, otherKey, url.search);
    expect((await (await get(otherPath)).json()).code).toBe("InvalidSignature");
    const untransformedUrl = await fixture.admin.from(privateBucket).createSignedUrl(key, 60);
    const { search } = new URL(untransformedUrl.data?.signedUrl ?? "");
    expect((await (await get(buildPath("sign", privateBucket, key, search))).json()).code).toBe(
      "InvalidSignature",
    );
    fixture.clock.advance(61);
    expect((await (await fetch(url)).json()).code).toBe("InvalidJWT");
  });
});

describe("the format", () => {
  test("suits the browser, unless a format is requested", async () => {
    const key = await upload(await createTestImage(40, 40).png().toBuffer(), "image/png");
    const path = buildPath("public", publicBucket, key, "?width=20");
    for (const [accept, query, format] of [
      ["image/avif,image/webp,*/*", "", "webp"],
      ["*/*", "", "png"],
      ["image/webp", "&format=origin", "png"],
      ["*/*", "&format=avif", "heif"],
    ] as const) {
      const response = await get(`${path}${query}`, { accept });
      const vary = response.headers.get("vary");
      expect(vary === null || !vary.includes("Accept")).toBe(query !== "");
      expect(await readImage(response)).toMatchObject({ format, width: 20 });
    }
  });

  test("of an animation is preserved, but only its first frame remains", async () => {
    const frames = await Promise.all(
      ["red", "blue"].map((color) => createTestImage(30, 30, color).png().toBuffer()),
    );
    const gif = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    const key = await upload(gif, "image/gif");
    expect(await readImage(await get(buildPath("public", publicBucket, key, "?width=10")))).toEqual({
      width: 10,
      height: 10,
      format: "gif",
      pages: 1,
    });
  });

  test("and rotation come from the file, regardless of its declared type", async () => {
    const bytes = await createTestImage(60, 30).jpeg().withMetadata({ orientation: 6 }).toBuffer();
    const key = await upload(bytes, "text/plain");
    const response = await get(buildPath("public", publicBucket, key, "?width=15"));
    expect(await readImage(response)).toMatchObject({ width: 15, height: 30, format: "jpeg" });
  });
});

describe("caching", () => {
  test("uses ETags, and each transformation has its own", async () => {
    const key = await upload(await createPhoto(), "image/jpeg");
    const path = buildPath("public", publicBucket, key, "?width=50");
    const first = await get(path);
    const etag = first.headers.get("etag") ?? "";
    expect((await get(path, { "if-none-match": etag })).status).toBe(304);
    expect((await get(path, { "if-none-match": etag, accept: "image/webp" })).status).toBe(200);
    expect(
      (await get(buildPath("public", publicBucket, key, "?width=51"), { "if-none-match": etag })).status,
    ).toBe(200);
    const head = await get(path, {}, "HEAD");
    expect([head.status, head.headers.get("etag"), await head.text()]).toEqual([200, etag, ""]);
    expect(head.headers.get("content-length")).toBe(first.headers.get("content-length"));
  });

  test("ends when the object is replaced, deleted or made private", async () => {
    const bucket = await fixture.createBucket({ public: true });
    const key = await upload(await createTestImage(40, 20).png().toBuffer(), "image/png", bucket);
    const path = buildPath("public", bucket, key, "?width=20");
    const first = await get(path);
    expect(await readImage(first)).toMatchObject({ height: 10 });
    await fixture.admin
      .from(bucket)
      .update(key, await createTestImage(40, 40).png().toBuffer(), { contentType: "image/png" });
    const second = await get(path, { "if-none-match": first.headers.get("etag") ?? "" });
    expect(await readImage(second)).toMatchObject({ height: 20 });
    await fixture.admin.updateBucket(bucket, { public: false });
    expect((await (await get(path)).json()).code).toBe("NoSuchBucket");
    await fixture.admin.updateBucket(bucket, { public: true });
    expect((await get(path)).status).toBe(200);
    await fixture.admin.from(bucket).remove([key]);
    expect((await (await get(path)).json()).code).toBe("NoSuchKey");
  });
});

describe("concurrent requests", () => {
  test("that are identical are served with one rendered image", async () => {
    const key = await upload(await createPhoto(), "image/jpeg");
    const path = buildPath("public", publicBucket, key, "?width=333");
    const responses = await Promise.all(Array.from({ length: 30 }, () => get(path)));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
  });

  test("from one client are limited, but the client is served again afterwards", async () => {
    const key = await upload(await createPhoto(), "image/jpeg");
    const responses = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        get(buildPath("public", publicBucket, key, `?width=${400 + index}`)),
      ),
    );
    const statuses = responses.map(({ status }) => status);
    expect(statuses).toContain(200);
    expect(statuses).toContain(429);
    await Promise.all(responses.map((response) => response.arrayBuffer()));
    await expect
      .poll(async () => (await get(buildPath("public", publicBucket, key, "?width=77"))).status)
      .toBe(200);
  });

  test("aren't affected by clients that disconnect", async () => {
    const key = await upload(await createPhoto(), "image/jpeg");
    const path = buildPath("public", publicBucket, key, "?width=555");
    const abortController = new AbortController();
    const abortedRequest = fetch(`${fixture.url}${path}`, { signal: abortController.signal }).catch(
      () => null,
    );
    await sleep(1);
    const otherRequest = get(path);
    abortController.abort();
    await abortedRequest;
    expect((await otherRequest).status).toBe(200);
  });
});

test("a client isn't refused because another client that requested the same image has reached its limit", async () => {
  const renditions = createRenditionCache();
  const rendition = { bytes: Buffer.from("image"), contentType: "image/webp" };
  const request = (client: string, consumeLimit: () => Promise<void>) =>
    renditions.get({
      key: "image",
      client,
      signal: new AbortController().signal,
      consumeLimit,
      create: async () => rendition,
    });
  const limit = Promise.withResolvers<void>();
  const limitedRequest = request("192.0.2.1", () => limit.promise);
  const otherRequest = request("192.0.2.2", async () => {});
  limit.reject(new StorageError("SlowDown"));
  await expect(limitedRequest).rejects.toMatchObject({ code: "SlowDown" });
  expect(await otherRequest).toBe(rendition);
});

describe("a request is refused for", () => {
  const readRefusal = async (response: Response) => {
    const { code, statusCode, message } = await response.json();
    return [response.status, code, statusCode, message];
  };

  test.each<[string, () => Promise<Buffer> | Buffer, string]>([
    ["plain text", () => Buffer.from("Hello"), "Invalid source image"],
    ["an empty file", () => Buffer.alloc(0), "Invalid source image"],
    ["an SVG", () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), "Invalid source image"],
    ["a truncated image", async () => (await createPhoto()).subarray(0, 2000), "Invalid source image"],
    ["a bomb", () => createBomb(30_000, 30_000), "Source image resolution is too big"],
  ])("%s", async (_what, create, message) => {
    const key = await upload(await create(), "image/png");
    const response = await get(buildPath("public", publicBucket, key, "?width=10"));
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(await readRefusal(response)).toEqual([400, "ImageProcessingError", "422", message]);
  });

  test("an invalid transformation", async () => {
    const key = await upload(await createPhoto(), "image/jpeg");
    for (const query of [
      "width=-1",
      "width=1.5",
      "width=abc",
      "height=99999999999",
      "resize=stretch",
      "quality=19",
      "quality=101",
      "format=bmp",
    ]) {
      const response = await get(buildPath("public", publicBucket, key, `?${query}`));
      expect((await readRefusal(response)).slice(0, 2), query).toEqual([400, "InvalidRequest"]);
      const signResponse = await fixture.call(
        "POST",
        `/object/sign/${publicBucket}/${encodeURIComponent(key)}`,
        {
          token: fixture.serviceToken,
          json: { expiresIn: 60, transform: Object.fromEntries([query.split("=")]) },
        },
      );
      expect((await readRefusal(signResponse))[1], query).toBe("InvalidRequest");
    }
  });

  test("a missing image, bucket or token, and an invalid key", async () => {
    for (const [path, code] of [
      [buildPath("public", publicBucket, "none.png"), "NoSuchKey"],
      [buildPath("public", "none", "a.png"), "NoSuchBucket"],
      ["/render/image/public/%ff/%ff", "InvalidKey"],
      [buildPath("sign", publicBucket, "a.png"), "InvalidJWT"],
    ] as const)
      expect((await (await get(path)).json()).code, path).toBe(code);
  });
});

test("a missing file is logged", async () => {
  const key = await upload(await createPhoto(), "image/jpeg");
  const loggedMessages: string[] = [];
  const deps = {
    ...fixture,
    files: { get: async () => undefined },
    limits: { consume: async () => ({ allowed: true }) },
    log: { error: (_fields: object, message: string) => loggedMessages.push(message) },
    renditions: createRenditionCache(),
    trustProxy: 0,
  } as unknown as StorageDeps;
  let refusal: Error | undefined;
  const app = new Hono().get("*", (c) => handleRenderPublic(c, deps, VISITOR));
  app.onError((error, c) => {
    refusal = error;
    return c.body(null);
  });
  await app.request(`/storage/v1${buildPath("public", publicBucket, key)}`);
  expect(refusal).toMatchObject({ code: "NoSuchKey" });
  expect(loggedMessages).toEqual(["an object's file is missing"]);
});
