import { afterAll, beforeAll, expect, test } from "vitest";
import { type AppFixture, createAppFixture } from "#server/testing/app.ts";
import { type S3Server, startS3Server } from "#server/testing/s3-server.ts";

/** Tests S3_DOWNLOADS=signed, which lets browsers load files directly from S3. */

let s3: S3Server;
let site: AppFixture;
beforeAll(async () => {
  s3 = await startS3Server();
  site = await createAppFixture({ ...s3.settings(), S3_DOWNLOADS: "signed" });
});
afterAll(async () => {
  await site.end();
  await s3.stop();
});

const BROWSER = { "sec-fetch-mode": "no-cors" };

test("browsers are redirected to a short-lived URL, which responds with the right headers", async () => {
  const member = await site.register();
  const path = await site.uploadImage(member);
  const proxiedResponse = await site.http.request(path);
  const bytes = Buffer.from(await proxiedResponse.arrayBuffer());
  expect(proxiedResponse.status).toBe(200);

  const response = await site.http.request(path, { headers: BROWSER });
  expect([response.status, response.headers.get("cache-control")]).toEqual([302, "no-store"]);
  const location = new URL(response.headers.get("location") ?? "");
  expect(location.origin).toBe(s3.endpoint);
  expect(location.searchParams.get("X-Amz-Expires")).toBe("600");
  const s3Response = await fetch(location);
  expect([s3Response.status, s3Response.headers.get("content-type")]).toEqual([200, "image/webp"]);
  expect(s3Response.headers.get("cache-control")).toBe("private, max-age=300");
  expect(Buffer.from(await s3Response.arrayBuffer()).equals(bytes)).toBe(true);
  const partialResponse = await fetch(location, { headers: { range: "bytes=1-3" } });
  expect(Buffer.from(await partialResponse.arrayBuffer()).equals(bytes.subarray(1, 4))).toBe(true);

  // The URL works only for this object, and only for as long as it was signed for.
  const otherUrl = new URL(location);
  const second = await site.http.request(await site.uploadImage(member), { headers: BROWSER });
  otherUrl.pathname = new URL(second.headers.get("location") ?? "").pathname;
  expect((await fetch(otherUrl)).status).toBe(403);
  const extendedUrl = new URL(location);
  extendedUrl.searchParams.set("X-Amz-Expires", "6000");
  expect((await fetch(extendedUrl)).status).toBe(403);

  const download = await site.http.request(`${path}?download=my+image.webp`, { headers: BROWSER });
  const downloadUrl = new URL(download.headers.get("location") ?? "");
  expect(downloadUrl.searchParams.get("response-content-disposition")).toMatch(/^attachment;/);
  expect(downloadUrl.searchParams.get("response-content-type")).toBe("image/webp");
});

test("the site itself responds if the client already has the file, may not read it, or doesn't load it as an image", async () => {
  const member = await site.register();
  const path = await site.uploadImage(member);
  const { headers } = await site.http.request(path);
  const conditionalHeaders = { ...BROWSER, "if-none-match": headers.get("etag") ?? "" };
  expect((await site.http.request(path, { headers: conditionalHeaders })).status).toBe(304);
  expect((await site.http.request(path, { headers: BROWSER, method: "HEAD" })).status).toBe(200);
  for (const mode of ["cors", "same-origin"])
    expect((await site.http.request(path, { headers: { "sec-fetch-mode": mode } })).status).toBe(200);
  const headersWithToken = { ...BROWSER, authorization: site.getBearer(member) };
  expect((await site.http.request(path, { headers: headersWithToken })).status).toBe(200);
  await site.database.pool.query("update storage.buckets set is_public = false where id = 'post-images'");
  expect((await site.http.request(path, { headers: BROWSER })).status).toBe(400);
  await site.database.pool.query("update storage.buckets set is_public = true where id = 'post-images'");
  // Simulates a page that could run scripts.
  await site.database.pool.query("update storage.objects set content_type = 'text/html'");
  const page = await site.http.request(path, { headers: { "sec-fetch-mode": "navigate" } });
  expect([page.status, page.headers.get("content-security-policy")]).toEqual([
    200,
    "default-src 'none'; sandbox",
  ]);
});

test("pages' Content-Security-Policy allows images from S3 only with S3_DOWNLOADS=signed", async () => {
  const getPolicy = async (fixture: AppFixture) =>
    (await fixture.http.request("/")).headers.get("content-security-policy");
  expect(await getPolicy(site)).toContain(`img-src 'self' data: blob: ${s3.endpoint};`);
  const proxiedSite = await createAppFixture(s3.settings({ prefix: "other" }));
  try {
    expect(await getPolicy(proxiedSite)).toContain("img-src 'self' data: blob:;");
  } finally {
    await proxiedSite.end();
  }
});
