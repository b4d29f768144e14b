import { randomUUID } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { Hono } from "hono";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { StorageDeps } from "./deps.ts";
import { objects } from "./tables.ts";
import { createStorageFixture, type StorageFixture } from "./testing.ts";
import { handleCopyObject } from "./transfer-handlers.ts";

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
const NO_KEY = { status: 400, statusCode: "404", code: "NoSuchKey", message: "Object not found" };

const inPublic = () => fixture.admin.from(publicBucket);
const inPrivate = () => fixture.admin.from(privateBucket);

describe("reading information:", () => {
  test("all three paths return the same, without updated_at", async () => {
    const upload = await inPublic().upload("info", "12345", { contentType: "text/x-info" });
    const { token } = await fixture.createMember();
    const expected = {
      id: upload.data?.id,
      name: "info",
      version: expect.stringMatching(/^[0-9a-f-]{36}$/),
      bucket_id: publicBucket,
      size: 5,
      content_type: "text/x-info",
      cache_control: "max-age=3600",
      etag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
      metadata: {},
      last_modified: expect.stringMatching(/\.\d{3}Z$/),
      created_at: expect.stringMatching(/\.\d{3}Z$/),
    };
    expect(await (await fixture.call("GET", `/object/info/${publicBucket}/info`)).json()).toEqual(expected);
    expect(await (await fixture.call("GET", `/object/info/public/${publicBucket}/info`)).json()).toEqual(
      expected,
    );
    expect(
      await (await fixture.call("GET", `/object/info/authenticated/${publicBucket}/info`, { token })).json(),
    ).toEqual(expected);
  });

  test("exists() distinguishes missing buckets from missing objects", async () => {
    await inPrivate().upload("there", "1");
    expect(await inPrivate().exists("there")).toEqual({ data: true, error: null });
    expect(await inPrivate().exists("not there")).toMatchObject({
      data: false,
      error: { code: "NoSuchKey" },
    });
    await expect(fixture.admin.from("nowhere").exists("a")).rejects.toMatchObject({ code: "NoSuchBucket" });
    await expect(fixture.client("nonsense").from(privateBucket).exists("there")).rejects.toMatchObject({
      status: 400,
      statusCode: "403",
      code: "AccessDenied",
      message: "Invalid Compact JWS",
    });
  });
});

describe("read access:", () => {
  test("only the service role can read a private object or learn that it exists", async () => {
    await inPrivate().upload("private", "secret");
    const { client, token } = await fixture.createMember();
    expect((await client.from(privateBucket).info("private")).error).toMatchObject(NO_KEY);
    expect((await client.from(privateBucket).info("no such")).error).toMatchObject(NO_KEY);
    for (const path of [
      `/object/${privateBucket}/private`,
      `/object/authenticated/${privateBucket}/private`,
    ]) {
      const response = await fixture.call("GET", path, { token });
      expect([response.status, (await response.json()).code]).toEqual([400, "NoSuchKey"]);
      expect((await fixture.call("GET", path, { token: fixture.serviceToken })).status).toBe(200);
      const responseWithoutToken = await fixture.call("GET", path);
      expect([responseWithoutToken.status, await responseWithoutToken.json()]).toEqual([
        400,
        { statusCode: "403", error: "Unauthorized", code: "AccessDenied", message: "Invalid Compact JWS" },
      ]);
    }
    const publicResponse = await fixture.call("GET", `/object/public/${privateBucket}/private`);
    expect([publicResponse.status, (await publicResponse.json()).code]).toEqual([400, "NoSuchBucket"]);
    const infoResponse = await fixture.call("GET", `/object/info/public/${privateBucket}/private`);
    expect((await infoResponse.json()).code).toBe("NoSuchBucket");
  });

  test("a public object needs no token, except on the authenticated path", async () => {
    await inPublic().upload("for-all", "hello");
    expect((await fixture.call("GET", `/object/${publicBucket}/for-all`)).status).toBe(200);
    expect((await fixture.call("GET", `/object/public/${publicBucket}/for-all`)).status).toBe(200);
    const response = await fixture.call("GET", `/object/authenticated/${publicBucket}/for-all`);
    expect((await response.json()).code).toBe("AccessDenied");
    const { token } = await fixture.createMember();
    expect(
      (await fixture.call("GET", `/object/authenticated/${publicBucket}/for-all`, { token })).status,
    ).toBe(200);
  });
});

describe("moving and copying:", () => {
  test("a move changes an object's key or bucket but not its ID or file", async () => {
    const { data } = await inPrivate().upload("from", "moved");
    const files = (await fixture.listFiles()).complete;
    const moveResponse = await fixture.call("POST", "/object/move", {
      token: fixture.serviceToken,
      json: { bucketId: privateBucket, sourceKey: "from", destinationKey: "dir/to" },
    });
    expect(await moveResponse.json()).toEqual({
      message: "Successfully moved",
      Id: data?.id,
      Key: `${privateBucket}/dir/to`,
    });
    expect((await inPrivate().info("from")).error).toMatchObject(NO_KEY);
    expect((await inPrivate().move("dir/to", "to", { destinationBucket: publicBucket })).error).toBeNull();
    expect(await (await inPublic().download("to")).data?.text()).toBe("moved");
    expect((await fixture.listFiles()).complete).toEqual(files);
  });

  test("a copy is an independent object, with or without the source's metadata", async () => {
    await inPrivate().upload("original", "same", { contentType: "text/x-a", metadata: { a: 1 } });
    const { data, error } = await inPrivate().copy("original", "copy");
    expect([data, error]).toEqual([{ path: `${privateBucket}/copy` }, null]);
    expect((await inPrivate().info("copy")).data).toMatchObject({
      contentType: "text/x-a",
      metadata: { a: 1 },
    });
    await inPrivate().copy("original", "copy", {
      destinationBucket: publicBucket,
      copyMetadata: false,
      metadata: { mimetype: "text/x-b", cacheControl: "max-age=9" },
    });
    expect((await inPublic().info("copy")).data).toMatchObject({
      contentType: "text/x-b",
      cacheControl: "max-age=9",
      metadata: {},
    });
    await inPrivate().copy("original", "retyped", {
      copyMetadata: false,
      metadata: { mimetype: "text/x-c" },
    });
    expect((await inPrivate().info("retyped")).data).toMatchObject({ contentType: "text/x-c", metadata: {} });
    await inPrivate().remove(["original"]);
    expect(await (await inPrivate().download("copy")).data?.text()).toBe("same");
  });

  test("a copy of an object that is replaced in the meantime has the new details, which must fit the bucket", async () => {
    const textBucket = await fixture.createBucket({
      public: false,
      allowedMimeTypes: ["text/x-a", "text/x-b"],
    });
    const copyWhileReplaced = async (contentType: string) => {
      await inPrivate().upload("unstable", "old", { contentType: "text/x-a", upsert: true });
      let attempts = 0;
      const files = {
        async copy() {
          attempts += 1;
          if (attempts > 1) return randomUUID();
          await inPrivate().update("unstable", "newer", { contentType });
          return undefined;
        },
      };
      const { database, clock } = fixture;
      const deps = { database, clock, files, trustProxy: 0 } as unknown as StorageDeps;
      const actor = { role: "service_role", userId: null, isAnonymous: false };
      const destination = { destinationBucket: textBucket, destinationKey: contentType };
      const app = new Hono().post("/", (c) => {
        c.set(
          "bodyText" as never,
          JSON.stringify({ bucketId: privateBucket, sourceKey: "unstable", ...destination }),
        );
        return handleCopyObject(c, deps, actor);
      });
      let refusal: Error | undefined;
      app.onError((error, c) => {
        refusal = error;
        return c.body(null);
      });
      await app.request("/", { method: "POST" });
      return refusal;
    };
    expect(await copyWhileReplaced("text/x-b")).toBeUndefined();
    expect((await fixture.admin.from(textBucket).info("text/x-b")).data).toMatchObject({
      size: 5,
      contentType: "text/x-b",
    });
    expect(await copyWhileReplaced("text/x-c")).toMatchObject({ code: "InvalidMimeType" });
    expect((await fixture.admin.from(textBucket).exists("text/x-c")).data).toBe(false);
  });

  test("an object whose file is missing can't be copied, and the problem is logged", async () => {
    await inPrivate().upload("without a file", "lost");
    const log = { error: vi.fn() };
    const deps = { ...fixture, log, files: { copy: async () => undefined } } as unknown as StorageDeps;
    const row = { bucketId: privateBucket, sourceKey: "without a file", destinationKey: "its copy" };
    const app = new Hono().post("/", (c) => {
      c.set("bodyText" as never, JSON.stringify(row));
      return handleCopyObject(c, deps, { role: "service_role", userId: null, isAnonymous: false });
    });
    let refusal: Error | undefined;
    app.onError((error, c) => {
      refusal = error;
      return c.body(null);
    });
    await app.request("/", { method: "POST" });
    expect(refusal).toMatchObject({ code: "NoSuchKey" });
    expect(log.error).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ bucket: privateBucket }),
      "an object's file is missing",
    );
  });

  test("an object that is replaced while it is being moved is checked against the bucket again", async () => {
    const textBucket = await fixture.createBucket({ public: false, allowedMimeTypes: ["text/x-a"] });
    await inPrivate().upload("unstable", "old", { contentType: "text/x-a", upsert: true });
    const { db } = fixture.database;
    const isSource = and(eq(objects.bucketId, privateBucket), eq(objects.name, "unstable"));
    const { move } = await db.transaction(async (tx) => {
      await tx.update(objects).set({ contentType: "text/x-c", version: randomUUID() }).where(isSource);
      // The move has read the old row, and waits to change it.
      const move = inPrivate().move("unstable", "moved", { destinationBucket: textBucket });
      await vi.waitFor(async () => {
        const { rows } = await fixture.database.db.execute(
          sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        expect(rows).toHaveLength(1);
      }, 60_000);
      return { move };
    });
    expect((await move).error).toMatchObject({ message: expect.stringContaining("text/x-c") });
    expect((await inPrivate().info("unstable")).data).toMatchObject({ contentType: "text/x-c" });
    expect((await fixture.admin.from(textBucket).exists("moved")).data).toBe(false);
  });

  test("the response to a copy contains the new object's row", async () => {
    await inPrivate().upload("for its row", "same");
    const copyResponse = await fixture.call("POST", "/object/copy", {
      token: fixture.serviceToken,
      json: {
        bucketId: privateBucket,
        sourceKey: "for its row",
        destinationKey: "a/row",
        destinationBucket: publicBucket,
      },
    });
    const { data } = await inPublic().info("a/row");
    expect([copyResponse.status, await copyResponse.json()]).toMatchObject([
      200,
      {
        Id: data?.id,
        id: data?.id,
        Key: `${publicBucket}/a/row`,
        name: "a/row",
        bucket_id: publicBucket,
        owner: "",
      },
    ]);
  });

  test.each(["move", "copy"] as const)("an invalid %s is refused and changes no files", async (verb) => {
    await inPrivate().upload(`${verb}-source`, "s");
    await inPrivate().upload(`${verb}-taken`, "t");
    const before = await fixture.listFiles();
    const files = inPrivate();
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
    const { client } = await fixture.createMember();
    expect((await client.from(privateBucket)[verb](`${verb}-source`, "b")).error).toMatchObject(NO_KEY);
    expect((await client.from(publicBucket)[verb]("info", "b")).error).toMatchObject(DENIED);
    const avatarsResult = await files[verb](`${verb}-source`, "b", { destinationBucket: "avatars" });
    expect(avatarsResult.error).toMatchObject({ statusCode: "403", code: "AccessDenied" });
    const restrictedBucket = await fixture.createBucket({
      public: false,
      allowedMimeTypes: ["image/png"],
      fileSizeLimit: 100,
    });
    expect(
      (await files[verb](`${verb}-source`, "b", { destinationBucket: restrictedBucket })).error,
    ).toMatchObject({
      code: "InvalidMimeType",
    });
    const response = await fixture.call("POST", `/object/${verb}`, { token: fixture.serviceToken, json: {} });
    expect(await response.json()).toMatchObject({ statusCode: "400", code: "InvalidRequest" });
    expect(await fixture.listFiles()).toEqual(before);
  });
});

describe("removing", () => {
  test("several objects together returns the deleted rows and skips missing ones", async () => {
    await inPrivate().upload("gone/1", "a", { metadata: { note: "x" } });
    await inPrivate().upload("gone/2", "b");
    const before = (await fixture.listFiles()).complete.length;
    const { data } = await inPrivate().remove(["gone/1", "gone/2", "gone/3", "../x", "nul\u0000"]);
    expect(data).toHaveLength(2);
    expect(data?.find(({ name }) => name === "gone/1")).toEqual({
      name: "gone/1",
      id: expect.any(String),
      bucket_id: privateBucket,
      owner: "",
      owner_id: "",
      version: expect.any(String),
      created_at: expect.any(String),
      updated_at: expect.any(String),
      last_accessed_at: expect.any(String),
      metadata: expect.objectContaining({ size: 1, mimetype: "text/plain;charset=UTF-8" }),
      user_metadata: { note: "x" },
    });
    expect((await fixture.listFiles()).complete).toHaveLength(before - 2);
  });

  test("a single object works only once", async () => {
    await inPrivate().upload("single", "a");
    const remove = () =>
      fixture.call("DELETE", `/object/${privateBucket}/single`, { token: fixture.serviceToken });
    expect(await (await remove()).json()).toEqual({ message: "Successfully deleted" });
    const secondRemoval = await remove();
    expect([secondRemoval.status, await secondRemoval.json()]).toMatchObject([
      400,
      { statusCode: "404", code: "NoSuchKey" },
    ]);
  });

  test("changes nothing for clients without access, and is refused for a missing bucket or without keys", async () => {
    await inPublic().upload("stays", "a");
    const { client, token } = await fixture.createMember();
    expect((await client.from(publicBucket).remove(["stays"])).data).toEqual([]);
    const removal = await fixture.call("DELETE", `/object/${publicBucket}/stays`, { token });
    expect((await removal.json()).code).toBe("AccessDenied");
    expect((await inPublic().exists("stays")).data).toBe(true);
    expect((await fixture.admin.from("nowhere").remove(["a"])).error).toMatchObject({ code: "NoSuchBucket" });
    expect((await inPublic().remove([])).error).toMatchObject({ code: "InvalidRequest" });
  });
});
