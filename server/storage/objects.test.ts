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

const DENIED = {
  status: 400,
  statusCode: "403",
  code: "AccessDenied",
  message: "new row violates row-level security policy",
};
const NO_KEY = { status: 400, statusCode: "404", code: "NoSuchKey", message: "Object not found" };

const inOpen = () => fixture.admin.from(open);
const inClosed = () => fixture.admin.from(closed);

describe("uploading", () => {
  test.each([
    ["a text", () => "hello"],
    ["bytes", () => new TextEncoder().encode("hello")],
    ["a Blob, as multipart", () => new Blob(["hello"], { type: "text/plain" })],
    [
      "a form",
      () => {
        const form = new FormData();
        form.append("anything", new Blob(["hello"], { type: "text/plain" }), "name.txt");
        return form;
      },
    ],
    ["a stream without length", () => new Blob(["hel", "lo"]).stream()],
  ])("%s arrives whole", async (kind, body) => {
    const key = `uploads/${kind}.txt`.replace(/,/g, "");
    const { data, error } = await inOpen().upload(key, body(), {
      contentType: "text/plain",
      cacheControl: "77",
      metadata: { kind },
    });
    expect(error).toBeNull();
    expect(data).toEqual({
      path: key,
      fullPath: `${open}/${key}`,
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    const answer = await fixture.call("GET", `/object/public/${open}/${encodeURI(key)}`);
    expect(await answer.text()).toBe("hello");
    expect(answer.headers.get("content-type")).toBe("text/plain");
    expect(answer.headers.get("content-length")).toBe("5");
    expect(answer.headers.get("cache-control")).toBe("max-age=77");
    expect((await inOpen().info(key)).data).toMatchObject({ size: 5, metadata: { kind } });
  });

  test("an empty file is a file", async () => {
    expect((await inOpen().upload("empty", "")).error).toBeNull();
    const answer = await fixture.call("GET", `/object/public/${open}/empty`);
    expect([answer.status, await answer.text(), answer.headers.get("content-length")]).toEqual([
      200,
      "",
      "0",
    ]);
  });

  test("a second upload of a key is refused, an upsert and an update replace", async () => {
    const first = await inOpen().upload("twice", "one");
    expect((await inOpen().upload("twice", "two")).error).toMatchObject({
      status: 400,
      statusCode: "409",
      code: "KeyAlreadyExists",
      message: "The resource already exists",
    });
    expect(await (await inOpen().download("twice")).data?.text()).toBe("one");
    const second = await inOpen().upload("twice", "two", { upsert: true });
    expect(second.data?.id).toBe(first.data?.id);
    expect(await (await inOpen().download("twice")).data?.text()).toBe("two");
    expect((await inOpen().update("twice", "three")).error).toBeNull();
    expect(await (await inOpen().download("twice")).data?.text()).toBe("three");
  });

  test("what is replaced leaves no file behind", async () => {
    await inClosed().upload("replaced", "one");
    const before = (await fixture.filesOnDisk()).whole;
    await inClosed().update("replaced", "two");
    const after = (await fixture.filesOnDisk()).whole;
    expect(after).toHaveLength(before.length);
    expect(after.filter((file) => !before.includes(file))).toHaveLength(1);
  });

  test("into a bucket that is not there is refused", async () => {
    expect((await fixture.admin.from("nowhere").upload("a", "b")).error).toMatchObject({
      status: 400,
      statusCode: "404",
      code: "NoSuchBucket",
    });
  });

  test("is refused to visitors and members in buckets that are not the product's", async () => {
    const { client } = await fixture.register();
    expect((await client.from(open).upload("a", "b")).error).toMatchObject(DENIED);
    expect((await fixture.visitor.from(open).upload("a", "b")).error).toMatchObject(DENIED);
  });

  test.each([
    ["a declared length", (size: number) => new Uint8Array(size)],
    ["a stream", (size: number) => new Blob([new Uint8Array(size)]).stream()],
    ["a form", (size: number) => new Blob([new Uint8Array(size)])],
  ])("above the program's limit is refused, and nothing of it stays: %s", async (_kind, body) => {
    const before = await fixture.filesOnDisk();
    expect((await inOpen().upload("too large", body(3_000_001))).error).toMatchObject({
      status: 400,
      statusCode: "413",
      code: "EntityTooLarge",
      message: "The object exceeded the maximum allowed size",
    });
    expect(await fixture.filesOnDisk()).toEqual(before);
    expect((await inOpen().upload(`just fits ${_kind}`, body(3_000_000))).error).toBeNull();
  });

  test("a bucket's own limit and types hold", async () => {
    const small = await fixture.bucket({ public: false, fileSizeLimit: 10, allowedMimeTypes: ["text/*"] });
    const files = fixture.admin.from(small);
    expect((await files.upload("a", "12345678901")).error).toMatchObject({ code: "EntityTooLarge" });
    const before = await fixture.filesOnDisk();
    for (const body of ["text", new Blob(["text"], { type: "image/png" })]) {
      expect((await files.upload("a", body, { contentType: "image/png" })).error).toMatchObject({
        status: 400,
        statusCode: "415",
        code: "InvalidMimeType",
        message: "mime type image/png is not supported",
      });
    }
    expect(await fixture.filesOnDisk()).toEqual(before);
    expect(
      (await files.upload("a", "text", { contentType: "TEXT/markdown; charset=utf-8" })).error,
    ).toBeNull();
  });

  test("texts behind the file count: type, cache and metadata", async () => {
    const form = new FormData();
    form.append("", new Blob(["{}"], { type: "text/plain" }));
    form.append("contentType", "application/json");
    form.append("cacheControl", "5");
    form.append("metadata", '{"a":1}');
    const answer = await fixture.call("POST", `/object/${open}/texts-behind`, {
      token: fixture.serviceToken,
      body: form,
    });
    expect(await answer.json()).toEqual({ Id: expect.any(String), Key: `${open}/texts-behind` });
    expect((await inOpen().info("texts-behind")).data).toMatchObject({
      contentType: "application/json",
      cacheControl: "max-age=5",
      metadata: { a: 1 },
    });
  });

  test.each([
    ["no file", () => new FormData(), "The form holds no file"],
    [
      "two files",
      () => {
        const form = new FormData();
        form.append("", new Blob(["a"]));
        form.append("b", new Blob(["b"]));
        return form;
      },
      "The form holds more than one file",
    ],
    [
      "metadata that is no object",
      () => {
        const form = new FormData();
        form.append("metadata", "[1]");
        form.append("", new Blob(["a"]));
        return form;
      },
      "metadata must be a JSON object",
    ],
  ])("a form with %s is refused", async (_case, form, message) => {
    const before = await fixture.filesOnDisk();
    const answer = await fixture.call("POST", `/object/${open}/bad-form`, {
      token: fixture.serviceToken,
      body: form(),
    });
    expect([answer.status, await answer.json()]).toEqual([
      400,
      { statusCode: "400", error: "Error", code: "InvalidRequest", message },
    ]);
    expect(await fixture.filesOnDisk()).toEqual(before);
  });
});

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

  test("dots in a raw address, escaped once or twice, reach no other bucket and no disk", async () => {
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

  test("every allowed character makes a key", async () => {
    const key = "A z09_!.*'()&$@=;:+,-/b";
    expect((await inOpen().upload(key, "yes")).error).toBeNull();
    expect(await (await inOpen().download(key)).data?.text()).toBe("yes");
    expect((await inOpen().upload(`${"k".repeat(1000)}/${"l".repeat(23)}`, "long")).error).toBeNull();
  });
});

/** Sends a request line as it is, which fetch would tidy up, and reads the answer. */
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

describe("information", () => {
  test("is told on all three paths, without updated_at", async () => {
    const uploaded = await inOpen().upload("told", "12345", { contentType: "text/x-told" });
    const { token } = await fixture.register();
    const want = {
      id: uploaded.data?.id,
      name: "told",
      version: expect.stringMatching(/^[0-9a-f-]{36}$/),
      bucket_id: open,
      size: 5,
      content_type: "text/x-told",
      cache_control: "max-age=3600",
      etag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
      metadata: {},
      last_modified: expect.stringMatching(/\.\d{3}Z$/),
      created_at: expect.stringMatching(/\.\d{3}Z$/),
    };
    expect(await (await fixture.call("GET", `/object/info/${open}/told`)).json()).toEqual(want);
    expect(await (await fixture.call("GET", `/object/info/public/${open}/told`)).json()).toEqual(want);
    expect(
      await (await fixture.call("GET", `/object/info/authenticated/${open}/told`, { token })).json(),
    ).toEqual(want);
  });

  test("exists() says yes and no, and tells a missing bucket from a missing object", async () => {
    await inClosed().upload("there", "1");
    expect(await inClosed().exists("there")).toEqual({ data: true, error: null });
    expect(await inClosed().exists("not there")).toMatchObject({ data: false, error: { code: "NoSuchKey" } });
    await expect(fixture.admin.from("nowhere").exists("a")).rejects.toMatchObject({ code: "NoSuchBucket" });
    await expect(fixture.client("nonsense").from(closed).exists("there")).rejects.toMatchObject({
      status: 400,
      statusCode: "403",
      code: "AccessDenied",
      message: "Invalid Compact JWS",
    });
  });
});

describe("who may read", () => {
  test("a private object is the service role's alone, and nobody else learns that it is there", async () => {
    await inClosed().upload("private", "secret");
    const { client, token } = await fixture.register();
    expect((await client.from(closed).info("private")).error).toMatchObject(NO_KEY);
    expect((await client.from(closed).info("no such")).error).toMatchObject(NO_KEY);
    for (const path of [`/object/${closed}/private`, `/object/authenticated/${closed}/private`]) {
      const answer = await fixture.call("GET", path, { token });
      expect([answer.status, (await answer.json()).code]).toEqual([400, "NoSuchKey"]);
      expect((await fixture.call("GET", path, { token: fixture.serviceToken })).status).toBe(200);
      const without = await fixture.call("GET", path);
      expect([without.status, await without.json()]).toEqual([
        400,
        { statusCode: "403", error: "Unauthorized", code: "AccessDenied", message: "Invalid Compact JWS" },
      ]);
    }
    const viaPublic = await fixture.call("GET", `/object/public/${closed}/private`);
    expect([viaPublic.status, (await viaPublic.json()).code]).toEqual([400, "NoSuchBucket"]);
    const infoPublic = await fixture.call("GET", `/object/info/public/${closed}/private`);
    expect((await infoPublic.json()).code).toBe("NoSuchBucket");
  });

  test("a public object needs no bearer, but the authenticated path asks for one", async () => {
    await inOpen().upload("for-all", "hello");
    expect((await fixture.call("GET", `/object/${open}/for-all`)).status).toBe(200);
    expect((await fixture.call("GET", `/object/public/${open}/for-all`)).status).toBe(200);
    const asked = await fixture.call("GET", `/object/authenticated/${open}/for-all`);
    expect((await asked.json()).code).toBe("AccessDenied");
    const { token } = await fixture.register();
    expect((await fixture.call("GET", `/object/authenticated/${open}/for-all`, { token })).status).toBe(200);
  });
});

describe("moving and copying", () => {
  test("a move keeps the object and its file, under another key or in another bucket", async () => {
    const { data } = await inClosed().upload("from", "moved");
    const files = (await fixture.filesOnDisk()).whole;
    const moved = await fixture.call("POST", "/object/move", {
      token: fixture.serviceToken,
      json: { bucketId: closed, sourceKey: "from", destinationKey: "dir/to" },
    });
    expect(await moved.json()).toEqual({
      message: "Successfully moved",
      Id: data?.id,
      Key: `${closed}/dir/to`,
    });
    expect((await inClosed().info("from")).error).toMatchObject(NO_KEY);
    expect((await inClosed().move("dir/to", "to", { destinationBucket: open })).error).toBeNull();
    expect(await (await inOpen().download("to")).data?.text()).toBe("moved");
    expect((await fixture.filesOnDisk()).whole).toEqual(files);
  });

  test("a copy is an object of its own, with or without what described the first", async () => {
    await inClosed().upload("original", "same", { contentType: "text/x-a", metadata: { a: 1 } });
    const { data, error } = await inClosed().copy("original", "copy");
    expect([data, error]).toEqual([{ path: `${closed}/copy` }, null]);
    expect((await inClosed().info("copy")).data).toMatchObject({
      contentType: "text/x-a",
      metadata: { a: 1 },
    });
    await inClosed().copy("original", "copy", {
      destinationBucket: open,
      copyMetadata: false,
      metadata: { mimetype: "text/x-b", cacheControl: "max-age=9" },
    });
    expect((await inOpen().info("copy")).data).toMatchObject({
      contentType: "text/x-b",
      cacheControl: "max-age=9",
      metadata: {},
    });
    await inClosed().copy("original", "retyped", { copyMetadata: false, metadata: { mimetype: "text/x-c" } });
    expect((await inClosed().info("retyped")).data).toMatchObject({ contentType: "text/x-c", metadata: {} });
    await inClosed().remove(["original"]);
    expect(await (await inClosed().download("copy")).data?.text()).toBe("same");
  });

  test.each(["move", "copy"] as const)("a %s is refused", async (verb) => {
    await inClosed().upload(`${verb}-source`, "s");
    await inClosed().upload(`${verb}-taken`, "t");
    const before = await fixture.filesOnDisk();
    const files = inClosed();
    expect((await files[verb]("missing", "anywhere")).error).toMatchObject(NO_KEY);
    expect((await files[verb](`${verb}-source`, `${verb}-taken`)).error).toMatchObject({
      status: 400,
      statusCode: "409",
      code: "KeyAlreadyExists",
    });
    expect((await files[verb](`${verb}-source`, "a/../b")).error).toMatchObject({ code: "InvalidKey" });
    expect((await files[verb](`${verb}-source`, "b", { destinationBucket: "nowhere" })).error).toMatchObject({
      code: "NoSuchBucket",
    });
    const { client } = await fixture.register();
    expect((await client.from(closed)[verb](`${verb}-source`, "b")).error).toMatchObject(NO_KEY);
    expect((await client.from(open)[verb]("told", "b")).error).toMatchObject(DENIED);
    const into = await files[verb](`${verb}-source`, "b", { destinationBucket: "avatars" });
    expect(into.error).toMatchObject({ statusCode: "403", code: "AccessDenied" });
    const small = await fixture.bucket({
      public: false,
      allowedMimeTypes: ["image/png"],
      fileSizeLimit: 100,
    });
    expect((await files[verb](`${verb}-source`, "b", { destinationBucket: small })).error).toMatchObject({
      code: "InvalidMimeType",
    });
    const answer = await fixture.call("POST", `/object/${verb}`, { token: fixture.serviceToken, json: {} });
    expect(await answer.json()).toMatchObject({ statusCode: "400", code: "InvalidRequest" });
    expect(await fixture.filesOnDisk()).toEqual(before);
  });
});

describe("removing", () => {
  test("many at once answers the rows that went; missing ones are passed over", async () => {
    await inClosed().upload("gone/1", "a", { metadata: { note: "x" } });
    await inClosed().upload("gone/2", "b");
    const before = (await fixture.filesOnDisk()).whole.length;
    const { data } = await inClosed().remove(["gone/1", "gone/2", "gone/3", "../x", "nul\u0000"]);
    expect(data).toHaveLength(2);
    expect(data?.find(({ name }) => name === "gone/1")).toEqual({
      name: "gone/1",
      id: expect.any(String),
      bucket_id: closed,
      owner: "",
      owner_id: "",
      version: expect.any(String),
      created_at: expect.any(String),
      updated_at: expect.any(String),
      last_accessed_at: expect.any(String),
      metadata: expect.objectContaining({ size: 1, mimetype: "text/plain;charset=UTF-8" }),
      user_metadata: { note: "x" },
    });
    expect((await fixture.filesOnDisk()).whole).toHaveLength(before - 2);
  });

  test("one by its own address, and again not", async () => {
    await inClosed().upload("single", "a");
    const remove = () => fixture.call("DELETE", `/object/${closed}/single`, { token: fixture.serviceToken });
    expect(await (await remove()).json()).toEqual({ message: "Successfully deleted" });
    const again = await remove();
    expect([again.status, await again.json()]).toMatchObject([400, { statusCode: "404", code: "NoSuchKey" }]);
  });

  test("is refused to others, and removes nothing", async () => {
    await inOpen().upload("stays", "a");
    const { client, token } = await fixture.register();
    expect((await client.from(open).remove(["stays"])).data).toEqual([]);
    const one = await fixture.call("DELETE", `/object/${open}/stays`, { token });
    expect((await one.json()).code).toBe("AccessDenied");
    expect((await inOpen().exists("stays")).data).toBe(true);
    expect((await fixture.admin.from("nowhere").remove(["a"])).error).toMatchObject({ code: "NoSuchBucket" });
    expect((await inOpen().remove([])).error).toMatchObject({ code: "InvalidRequest" });
  });
});
