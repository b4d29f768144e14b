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

const DENIED = {
  status: 400,
  statusCode: "403",
  code: "AccessDenied",
  message: "new row violates row-level security policy",
};
const inPublic = () => fixture.admin.from(publicBucket);
const inPrivate = () => fixture.admin.from(privateBucket);

describe("an upload", () => {
  test.each([
    ["a string", () => "hello"],
    ["bytes", () => new TextEncoder().encode("hello")],
    ["a Blob sent as multipart", () => new Blob(["hello"], { type: "text/plain" })],
    [
      "a form",
      () => {
        const form = new FormData();
        form.append("anything", new Blob(["hello"], { type: "text/plain" }), "name.txt");
        return form;
      },
    ],
    ["a stream of unknown length", () => new Blob(["hel", "lo"]).stream()],
  ])("of %s arrives complete", async (kind, createBody) => {
    const key = `uploads/${kind}.txt`;
    const { data, error } = await inPublic().upload(key, createBody(), {
      contentType: "text/plain",
      cacheControl: "77",
      metadata: { kind },
    });
    expect(error).toBeNull();
    expect(data).toEqual({
      path: key,
      fullPath: `${publicBucket}/${key}`,
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    const response = await fixture.call("GET", `/object/public/${publicBucket}/${encodeURI(key)}`);
    expect(await response.text()).toBe("hello");
    expect(response.headers.get("content-type")).toBe("text/plain");
    expect(response.headers.get("content-length")).toBe("5");
    expect(response.headers.get("cache-control")).toBe("max-age=77");
    expect((await inPublic().info(key)).data).toMatchObject({ size: 5, metadata: { kind } });
  });

  test.each([
    ["NUL", String.raw`{"a":"\u0000"}`],
    ["a lone surrogate", String.raw`{"a":["\ud800"]}`],
    ["a lone surrogate in a name", String.raw`{"\udc00":1}`],
    ["very deep nesting", `{"a":${"[".repeat(5_000)}${"]".repeat(5_000)}}`],
  ])("is refused if its metadata can't be stored because of %s", async (_what, json) => {
    const form = new FormData();
    form.append("metadata", json);
    form.append("", new Blob(["x"], { type: "text/plain" }), "a");
    const path = `/object/${publicBucket}/metadata`;
    for (const request of [{ body: form }, { body: "x", headers: { "x-metadata": btoa(json) } }]) {
      const response = await fixture.call("POST", path, { token: fixture.serviceToken, ...request });
      expect([response.status, (await response.json()).message]).toEqual([
        400,
        "metadata must be a JSON object",
      ]);
    }
  });

  test("of an empty file succeeds", async () => {
    expect((await inPublic().upload("empty", "")).error).toBeNull();
    const response = await fixture.call("GET", `/object/public/${publicBucket}/empty`);
    expect([response.status, await response.text(), response.headers.get("content-length")]).toEqual([
      200,
      "",
      "0",
    ]);
  });

  test("to an existing key is refused, but upserts and updates replace the object", async () => {
    const first = await inPublic().upload("twice", "one");
    expect((await inPublic().upload("twice", "two")).error).toMatchObject({
      status: 400,
      statusCode: "409",
      code: "KeyAlreadyExists",
      message: "The resource already exists",
    });
    expect(await (await inPublic().download("twice")).data?.text()).toBe("one");
    const second = await inPublic().upload("twice", "two", { upsert: true });
    expect(second.data?.id).toBe(first.data?.id);
    expect(await (await inPublic().download("twice")).data?.text()).toBe("two");
    expect((await inPublic().update("twice", "three")).error).toBeNull();
    expect(await (await inPublic().download("twice")).data?.text()).toBe("three");
  });

  test("that replaces an object doesn't leave the old file behind", async () => {
    await inPrivate().upload("replaced", "one");
    const before = (await fixture.listFiles()).complete;
    await inPrivate().update("replaced", "two");
    const after = (await fixture.listFiles()).complete;
    expect(after).toHaveLength(before.length);
    expect(after.filter((file) => !before.includes(file))).toHaveLength(1);
  });

  test("into a missing bucket is refused", async () => {
    expect((await fixture.admin.from("nowhere").upload("a", "b")).error).toMatchObject({
      status: 400,
      statusCode: "404",
      code: "NoSuchBucket",
    });
  });

  test("outside the product's buckets is refused for visitors and members", async () => {
    const { client } = await fixture.createMember();
    expect((await client.from(publicBucket).upload("a", "b")).error).toMatchObject(DENIED);
    expect((await fixture.visitor.from(publicBucket).upload("a", "b")).error).toMatchObject(DENIED);
  });

  test.each([
    ["with a declared length", (size: number) => new Uint8Array(size)],
    ["as a stream", (size: number) => new Blob([new Uint8Array(size)]).stream()],
    ["as a form", (size: number) => new Blob([new Uint8Array(size)])],
  ])("%s above the server's limit is refused and leaves no file", async (kind, createBody) => {
    const before = await fixture.listFiles();
    expect((await inPublic().upload("too large", createBody(3_000_001))).error).toMatchObject({
      status: 400,
      statusCode: "413",
      code: "EntityTooLarge",
      message: "The object exceeded the maximum allowed size",
    });
    expect(await fixture.listFiles()).toEqual(before);
    expect((await inPublic().upload(`just fits ${kind}`, createBody(3_000_000))).error).toBeNull();
  });

  test("must comply with its bucket's own size limit and MIME types", async () => {
    const smallBucket = await fixture.createBucket({
      public: false,
      fileSizeLimit: 10,
      allowedMimeTypes: ["text/*"],
    });
    const files = fixture.admin.from(smallBucket);
    expect((await files.upload("a", "12345678901")).error).toMatchObject({ code: "EntityTooLarge" });
    const before = await fixture.listFiles();
    for (const body of ["text", new Blob(["text"], { type: "image/png" })]) {
      expect((await files.upload("a", body, { contentType: "image/png" })).error).toMatchObject({
        status: 400,
        statusCode: "415",
        code: "InvalidMimeType",
        message: "mime type image/png is not supported",
      });
    }
    expect(await fixture.listFiles()).toEqual(before);
    expect(
      (await files.upload("a", "text", { contentType: "TEXT/markdown; charset=utf-8" })).error,
    ).toBeNull();
  });

  test("uses the form fields that follow its file: type, cache control and metadata", async () => {
    const form = new FormData();
    form.append("", new Blob(["{}"], { type: "text/plain" }));
    form.append("contentType", "application/json");
    form.append("cacheControl", "5");
    form.append("metadata", '{"a":1}');
    const response = await fixture.call("POST", `/object/${publicBucket}/fields-after-file`, {
      token: fixture.serviceToken,
      body: form,
    });
    expect(await response.json()).toEqual({
      Id: expect.any(String),
      Key: `${publicBucket}/fields-after-file`,
    });
    expect((await inPublic().info("fields-after-file")).data).toMatchObject({
      contentType: "application/json",
      cacheControl: "max-age=5",
      metadata: { a: 1 },
    });
  });

  test.each([
    ["no file", () => new FormData(), "The form has no file"],
    [
      "two files",
      () => {
        const form = new FormData();
        form.append("", new Blob(["a"]));
        form.append("b", new Blob(["b"]));
        return form;
      },
      "The form has more than one file",
    ],
    [
      "metadata that isn't an object",
      () => {
        const form = new FormData();
        form.append("metadata", "[1]");
        form.append("", new Blob(["a"]));
        return form;
      },
      "metadata must be a JSON object",
    ],
  ])("as a form with %s is refused", async (_case, createForm, message) => {
    const before = await fixture.listFiles();
    const response = await fixture.call("POST", `/object/${publicBucket}/bad-form`, {
      token: fixture.serviceToken,
      body: createForm(),
    });
    expect([response.status, await response.json()]).toEqual([
      400,
      { statusCode: "400", error: "Error", code: "InvalidRequest", message },
    ]);
    expect(await fixture.listFiles()).toEqual(before);
  });
});
