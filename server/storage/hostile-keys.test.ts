import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createStorageFixture, type StorageFixture } from "./testing.ts";

let fixture: StorageFixture;
let publicBucket: string;
let privateBucket: string;
beforeAll(async () => {
  fixture = await createStorageFixture();
  publicBucket = await fixture.createBucket({ public: true });
  privateBucket = await fixture.createBucket({ public: false });
});
afterAll(() => fixture.end());

const inPublic = () => fixture.admin.from(publicBucket);
const inPrivate = () => fixture.admin.from(privateBucket);

describe("hostile keys:", () => {
  test.each([
    "../secret",
    "a/../../secret",
    "a/..",
    "./a",
    "a//b",
    "a/",
    "nul\u0000byte",
    "line\nbreak",
    "back\\slash",
    "ünïcode",
    "\u202egnp.exe",
    "per%cent",
    'quo"te',
    "x".repeat(1025),
  ])("%j is refused for an upload", async (key) => {
    const before = await fixture.listFiles();
    const response = await fixture.call("POST", `/object/${publicBucket}/${encodeURIComponent(key)}`, {
      token: fixture.serviceToken,
      body: "a",
    });
    expect(response.status).toBe(400);
    const body = await response.json();
    expect(body).toMatchObject({ statusCode: "400", error: "InvalidKey", code: "InvalidKey" });
    expect(body.message).toMatch(/^Invalid key: /);
    expect(await fixture.listFiles()).toEqual(before);
    const readResponse = await fixture.call(
      "GET",
      `/object/public/${publicBucket}/${encodeURIComponent(key)}`,
    );
    expect([readResponse.status, await readResponse.json()]).toMatchObject([
      400,
      { statusCode: "404", code: "NoSuchKey" },
    ]);
  });

  test("dot segments in a raw path, escaped once or twice, reach neither another bucket nor the disk", async () => {
    await inPrivate().upload("guarded", "secret");
    for (const path of [
      `/object/public/${publicBucket}/../${privateBucket}/guarded`,
      `/object/public/${publicBucket}/%2e%2e/${privateBucket}/guarded`,
      `/object/public/${publicBucket}/%252e%252e/${privateBucket}/guarded`,
      `/object/public/${publicBucket}/..%2f${privateBucket}%2fguarded`,
      `/object/public/${publicBucket}%2f..%2f${privateBucket}/guarded`,
      `/object/public/${publicBucket}/..%2f..%2f..%2f..%2fetc%2fpasswd`,
      `/object/public/${publicBucket}/%00`,
      `/object/public/${publicBucket}/%ff%fe`,
      `/object/public/${publicBucket}/%`,
    ]) {
      const response = await rawRequest(`GET ${new URL(fixture.url).pathname}${path} HTTP/1.1`);
      expect(response, path).toMatch(/^HTTP\/1\.1 4\d\d /);
      expect(response).not.toContain("secret\r\n");
      expect(response).not.toContain("root:");
    }
  });

  test("every allowed character works in a key", async () => {
    const key = "A z09_!.*'()&$@=;:+,-/b";
    expect((await inPublic().upload(key, "yes")).error).toBeNull();
    expect(await (await inPublic().download(key)).data?.text()).toBe("yes");
    expect((await inPublic().upload(`${"k".repeat(1000)}/${"l".repeat(23)}`, "long")).error).toBeNull();
  });
});

/** Sends the request line unchanged. fetch would normalize it. */
function rawRequest(line: string): Promise<string> {
  const { hostname, port } = new URL(fixture.url);
  return new Promise((resolve, reject) => {
    let response = "";
    connect(Number(port), hostname)
      .setEncoding("latin1")
      .on("data", (text) => {
        response += text;
      })
      .on("end", () => resolve(response))
      .on("error", reject)
      .write(`${line}\r\nHost: lattice.test\r\nConnection: close\r\n\r\n`);
  });
}
