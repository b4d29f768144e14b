import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createStorageFixture, type StorageFixture } from "./testing.ts";

let fixture: StorageFixture;
let bucket: string;
const CONTENT = "0123456789";
beforeAll(async () => {
  fixture = await createStorageFixture();
  bucket = await fixture.createBucket({ public: true });
  await fixture.admin.from(bucket).upload("dir/digits.txt", CONTENT, { contentType: "text/plain" });
});
afterAll(() => fixture.end());

const get = (headers: Record<string, string> = {}, query = "", method = "GET") =>
  fixture.call(method, `/object/public/${bucket}/dir/digits.txt${query}`, { headers });

describe("headers:", () => {
  test("they describe the object and sandbox it in browsers", async () => {
    const { headers } = await get();
    expect(Object.fromEntries(headers)).toMatchObject({
      "content-type": "text/plain",
      "content-length": "10",
      etag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
      "last-modified": expect.stringMatching(/ GMT$/),
      "cache-control": "max-age=3600",
      "accept-ranges": "bytes",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
      "access-control-allow-origin": "*",
    });
    expect(headers.has("content-disposition")).toBe(false);
    expect(headers.has("content-encoding")).toBe(false);
  });

  test("a stored HTML page is served in a sandbox without any permissions", async () => {
    await fixture.admin
      .from(bucket)
      .upload("page.html", "<script>alert(1)</script>", { contentType: "text/html" });
    const { headers } = await fixture.call("GET", `/object/public/${bucket}/page.html`);
    expect(headers.get("content-type")).toBe("text/html");
    expect(headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
  });

  test("text is not compressed, so that lengths and ranges are exact", async () => {
    await fixture.admin.from(bucket).upload("long.txt", "a".repeat(5000), { contentType: "text/plain" });
    const { headers } = await fixture.call("GET", `/object/public/${bucket}/long.txt`, {
      headers: { "accept-encoding": "br, gzip" },
    });
    expect([headers.get("content-encoding"), headers.get("content-length")]).toEqual([null, "5000"]);
  });

  test("ETags are equal for equal content and differ for different content", async () => {
    const uploadAndReadEtag = async (key: string, text: string) => {
      await fixture.admin.from(bucket).upload(key, text);
      return (await fixture.call("HEAD", `/object/public/${bucket}/${key}`)).headers.get("etag");
    };
    const first = await uploadAndReadEtag("e1", "same");
    expect(await uploadAndReadEtag("e2", "same")).toBe(first);
    expect(await uploadAndReadEtag("e3", "other")).not.toBe(first);
  });

  test("the response is immutable if the URL contains the current version, but not with another version", async () => {
    const { data } = await fixture.admin.from(bucket).info("dir/digits.txt");
    expect((await get({}, `?v=${data?.version}`)).headers.get("cache-control")).toBe(
      "public, max-age=31536000, immutable",
    );
    expect((await get({}, "?v=another")).headers.get("cache-control")).toBe("max-age=3600");
  });

  test("a private object is cached per Authorization header", async () => {
    const privateBucket = await fixture.createBucket();
    await fixture.admin.from(privateBucket).upload("a", "b");
    const response = await fixture.call("GET", `/object/${privateBucket}/a`, { token: fixture.serviceToken });
    expect(response.headers.get("vary")).toContain("Authorization");
  });
});

describe("query parameters:", () => {
  test.each([
    ["?download=", `attachment; filename="digits.txt"; filename*=UTF-8''digits.txt`],
    ["?download=x%20y.txt", `attachment; filename="x y.txt"; filename*=UTF-8''x%20y.txt`],
    [
      "?download=%C3%BC%22%0D%0Aset-cookie%3A%20a",
      `attachment; filename="__set-cookie: a"; filename*=UTF-8''%C3%BC%22set-cookie%3A%20a`,
    ],
  ])("%s sets the name of the downloaded file", async (query, disposition) => {
    expect((await get({}, query)).headers.get("content-disposition")).toBe(disposition);
  });

  test("cacheNonce changes nothing", async () => {
    expect(await (await get({}, "?cacheNonce=5")).text()).toBe(CONTENT);
  });
});

describe("ranges:", () => {
  test.each([
    ["bytes=0-3", "0123", "bytes 0-3/10"],
    ["bytes=4-", "456789", "bytes 4-9/10"],
    ["bytes=-3", "789", "bytes 7-9/10"],
    ["bytes=-300", CONTENT, "bytes 0-9/10"],
    ["bytes=8-300", "89", "bytes 8-9/10"],
    ["bytes=9-9", "9", "bytes 9-9/10"],
  ])("%s returns part of the object", async (range, text, contentRange) => {
    const response = await get({ range });
    expect(response.status).toBe(206);
    expect(await response.text()).toBe(text);
    expect(response.headers.get("content-range")).toBe(contentRange);
    expect(response.headers.get("content-length")).toBe(String(text.length));
  });

  test.each(["bytes=0-1,3-4", "bytes=5-2", "bytes=-", "bytes=a-b", "lines=1-2", "bytes"])(
    "%s returns the full object",
    async (range) => {
      const response = await get({ range });
      expect([response.status, await response.text()]).toEqual([200, CONTENT]);
      expect(response.headers.has("content-range")).toBe(false);
    },
  );

  test.each(["bytes=10-", "bytes=10-20", "bytes=-0"])("%s is outside the object", async (range) => {
    const response = await get({ range });
    expect(response.status).toBe(416);
    expect(response.headers.get("content-range")).toBe("bytes */10");
    expect(await response.json()).toMatchObject({ statusCode: "416", code: "InvalidRange" });
  });

  test("If-Range returns a part of the current version only", async () => {
    const { headers } = await get();
    const etag = headers.get("etag") ?? "";
    const range = "bytes=0-0";
    expect((await get({ range, "if-range": etag })).status).toBe(206);
    expect((await get({ range, "if-range": '"other"' })).status).toBe(200);
    expect((await get({ range, "if-range": `W/${etag}` })).status).toBe(200);
    expect((await get({ range, "if-range": headers.get("last-modified") ?? "" })).status).toBe(206);
    expect((await get({ range, "if-range": "Mon, 01 Jan 2001 00:00:00 GMT" })).status).toBe(200);
  });
});

describe("conditions:", () => {
  test("an object isn't sent again if the client's copy is current", async () => {
    const { headers } = await get();
    const etag = headers.get("etag") ?? "";
    const lastModified = headers.get("last-modified") ?? "";
    for (const condition of [
      { "if-none-match": etag },
      { "if-none-match": `W/${etag}` },
      { "if-none-match": `"a", ${etag}` },
      { "if-none-match": "*" },
      { "if-modified-since": lastModified },
      { "if-none-match": etag, "if-modified-since": "Mon, 01 Jan 2001 00:00:00 GMT" },
    ]) {
      const response = await get(condition as Record<string, string>);
      expect([response.status, await response.text()]).toEqual([304, ""]);
      expect(response.headers.get("etag")).toBe(etag);
    }
    for (const condition of [
      { "if-none-match": '"other"' },
      { "if-none-match": '"other"', "if-modified-since": lastModified },
      { "if-modified-since": "Mon, 01 Jan 2001 00:00:00 GMT" },
      { "if-modified-since": "nonsense" },
    ]) {
      expect((await get(condition as Record<string, string>)).status).toBe(200);
    }
  });
});

test.each(["", "/public", "/authenticated", "/sign"])(
  "ranges and conditions work under /object%s too",
  async (access) => {
    const { data } = await fixture.admin.from(bucket).createSignedUrl("dir/digits.txt", 60);
    const query = access === "/sign" ? new URL(data?.signedUrl ?? "").search : "";
    const request = (headers: Record<string, string>) =>
      fixture.call("GET", `/object${access}/${bucket}/dir/digits.txt${query}`, {
        token: fixture.serviceToken,
        headers,
      });
    const fullResponse = await request({});
    const etag = fullResponse.headers.get("etag") ?? "none";
    const partialResponse = await request({ range: "bytes=2-4", "if-range": etag });
    expect([
      partialResponse.status,
      partialResponse.headers.get("content-range"),
      await partialResponse.text(),
    ]).toEqual([206, "bytes 2-4/10", "234"]);
    expect((await request({ "if-none-match": etag })).status).toBe(304);
    expect(
      (await request({ "if-modified-since": fullResponse.headers.get("last-modified") ?? "" })).status,
    ).toBe(304);
    expect((await request({ range: "bytes=10-" })).headers.get("content-range")).toBe("bytes */10");
  },
);

describe("HEAD", () => {
  test("returns the same length and type as GET, without a body, on every path", async () => {
    const { token } = await fixture.createMember();
    const { data } = await fixture.admin.from(bucket).createSignedUrl("dir/digits.txt", 60);
    for (const path of ["", "/public", "/authenticated"]) {
      const response = await fixture.call("HEAD", `/object${path}/${bucket}/dir/digits.txt`, { token });
      expect([response.status, response.headers.get("content-length"), await response.text()]).toEqual([
        200,
        "10",
        "",
      ]);
      expect(response.headers.get("content-type")).toBe("text/plain");
    }
    const signedResponse = await fetch(data?.signedUrl ?? "", { method: "HEAD" });
    expect([signedResponse.status, signedResponse.headers.get("content-length")]).toEqual([200, "10"]);
    const partialResponse = await get({ range: "bytes=0-1" }, "", "HEAD");
    expect([partialResponse.status, partialResponse.headers.get("content-length")]).toEqual([206, "2"]);
    expect((await fixture.call("HEAD", `/object/public/${bucket}/none`)).status).toBe(400);
  });
});

describe("the official client", () => {
  test("downloads a blob and a stream", async () => {
    const files = fixture.visitor.from(bucket);
    const { data } = await files.download("dir/digits.txt");
    expect([data?.type, await data?.text()]).toEqual(["text/plain", CONTENT]);
    const { data: stream } = await files.download("dir/digits.txt").asStream();
    expect(await new Response(stream).text()).toBe(CONTENT);
    expect((await files.download("none")).error).toMatchObject({ status: 400 });
  });

  test("creates public URLs that browsers can open", async () => {
    const { data } = fixture.visitor.from(bucket).getPublicUrl("dir/digits.txt", { download: "a.txt" });
    const response = await fetch(data.publicUrl);
    expect(await response.text()).toBe(CONTENT);
    expect(response.headers.get("content-disposition")).toContain('filename="a.txt"');
    expect(new URL(data.publicUrl).pathname).toMatch(/^\/storage\//);
  });
});
