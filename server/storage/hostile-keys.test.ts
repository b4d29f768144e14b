import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createStorageFixture, type StorageFixture } from "./testing.ts";

let fixture: StorageFixture;
let open: string;
let closed: string;
beforeAll(async () => {
  fixture = await createStorageFixture();
  open = await fixture.bucket({ public: true });
  closed = await fixture.bucket({ public: false });
});
afterAll(() => fixture.end());

const inOpen = () => fixture.admin.from(open);
const inClosed = () => fixture.admin.from(closed);

describe("hostile keys", () => {
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
    const before = await fixture.filesOnDisk();
    const answer = await fixture.call("POST", `/object/${open}/${encodeURIComponent(key)}`, {
      token: fixture.serviceToken,
      body: "a",
    });
    expect(answer.status).toBe(400);
    const body = await answer.json();
    expect(body).toMatchObject({ statusCode: "400", error: "InvalidKey", code: "InvalidKey" });
    expect(body.message).toMatch(/^Invalid key: /);
    expect(await fixture.filesOnDisk()).toEqual(before);
    const read = await fixture.call("GET", `/object/public/${open}/${encodeURIComponent(key)}`);
    expect([read.status, await read.json()]).toMatchObject([400, { statusCode: "404", code: "NoSuchKey" }]);
  });

  test("dot segments in a raw path, escaped once or twice, reach no other bucket and no disk", async () => {
    await inClosed().upload("guarded", "secret");
    for (const path of [
      `/object/public/${open}/../${closed}/guarded`,
      `/object/public/${open}/%2e%2e/${closed}/guarded`,
      `/object/public/${open}/%252e%252e/${closed}/guarded`,
      `/object/public/${open}/..%2f${closed}%2fguarded`,
      `/object/public/${open}%2f..%2f${closed}/guarded`,
      `/object/public/${open}/..%2f..%2f..%2f..%2fetc%2fpasswd`,
      `/object/public/${open}/%00`,
      `/object/public/${open}/%ff%fe`,
      `/object/public/${open}/%`,
    ]) {
      const answer = await rawRequest(`GET ${new URL(fixture.url).pathname}${path} HTTP/1.1`);
      expect(answer, path).toMatch(/^HTTP\/1\.1 4\d\d /);
      expect(answer).not.toContain("secret\r\n");
      expect(answer).not.toContain("root:");
    }
  });

  test("every allowed character works in a key", async () => {
    const key = "A z09_!.*'()&$@=;:+,-/b";
    expect((await inOpen().upload(key, "yes")).error).toBeNull();
    expect(await (await inOpen().download(key)).data?.text()).toBe("yes");
    expect((await inOpen().upload(`${"k".repeat(1000)}/${"l".repeat(23)}`, "long")).error).toBeNull();
  });
});

/** Sends the request line as it is; fetch would normalize it. */
function rawRequest(line: string): Promise<string> {
  const { hostname, port } = new URL(fixture.url);
  return new Promise((resolve, reject) => {
    let answer = "";
    connect(Number(port), hostname)
      .setEncoding("latin1")
      .on("data", (text) => {
        answer += text;
      })
      .on("end", () => resolve(answer))
      .on("error", reject)
      .write(`${line}\r\nHost: lattice.test\r\nConnection: close\r\n\r\n`);
  });
}
