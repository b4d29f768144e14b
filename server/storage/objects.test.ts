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

describe("information", () => {
  test("is the same on all three paths, without updated_at", async () => {
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

  test("exists() distinguishes missing buckets from missing objects", async () => {
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

describe("read access", () => {
  test("only the service role can read a private object or learn that it exists", async () => {
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

  test("a public object needs no token, except on the authenticated path", async () => {
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
  test("a move changes an object's key or bucket but not its id and file", async () => {
    const { data } = await inClosed().upload("from", "moved");
    const files = (await fixture.filesOnDisk()).complete;
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
    expect((await fixture.filesOnDisk()).complete).toEqual(files);
  });

  test("a copy is an independent object, with or without the source's metadata", async () => {
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

  test("a copy returns its row", async () => {
    await inClosed().upload("for its row", "same");
    const copied = await fixture.call("POST", "/object/copy", {
      token: fixture.serviceToken,
      json: { bucketId: closed, sourceKey: "for its row", destinationKey: "a/row", destinationBucket: open },
    });
    const { data } = await inOpen().info("a/row");
    expect([copied.status, await copied.json()]).toMatchObject([
      200,
      { Id: data?.id, id: data?.id, Key: `${open}/a/row`, name: "a/row", bucket_id: open, owner: "" },
    ]);
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
  test("several objects at once returns the deleted rows and skips missing ones", async () => {
    await inClosed().upload("gone/1", "a", { metadata: { note: "x" } });
    await inClosed().upload("gone/2", "b");
    const before = (await fixture.filesOnDisk()).complete.length;
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
    expect((await fixture.filesOnDisk()).complete).toHaveLength(before - 2);
  });

  test("a single object works only once", async () => {
    await inClosed().upload("single", "a");
    const remove = () => fixture.call("DELETE", `/object/${closed}/single`, { token: fixture.serviceToken });
    expect(await (await remove()).json()).toEqual({ message: "Successfully deleted" });
    const again = await remove();
    expect([again.status, await again.json()]).toMatchObject([400, { statusCode: "404", code: "NoSuchKey" }]);
  });

  test("is refused to others", async () => {
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
