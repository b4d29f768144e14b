import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createStorageFixture, type StorageFixture } from "./testing.ts";

let fixture: StorageFixture;
beforeAll(async () => {
  fixture = await createStorageFixture();
});
afterAll(() => fixture.end());

const NOT_ALLOWED = {
  statusCode: "403",
  error: "Unauthorized",
  code: "AccessDenied",
  message: "new row violates row-level security policy",
};
const NO_BUCKET = {
  statusCode: "404",
  error: "Bucket not found",
  code: "NoSuchBucket",
  message: "Bucket not found",
};

async function readError(responsePromise: Promise<Response>) {
  const response = await responsePromise;
  return { httpStatus: response.status, body: await response.json() };
}

describe("creating a bucket", () => {
  test("returns its name, and the bucket has the requested settings", async () => {
    const { data, error } = await fixture.admin.createBucket("holiday photos", {
      public: true,
      fileSizeLimit: "2MB",
      allowedMimeTypes: ["image/*"],
    });
    expect(error).toBeNull();
    expect(data).toEqual({ name: "holiday photos" });
    const { data: bucket } = await fixture.admin.getBucket("holiday photos");
    expect(bucket).toEqual({
      id: "holiday photos",
      name: "holiday photos",
      owner: "",
      public: true,
      file_size_limit: 2_000_000,
      allowed_mime_types: ["image/*"],
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updated_at: expect.stringMatching(/Z$/),
    });
  });

  test("uses the name as the default ID and makes the bucket private by default", async () => {
    const response = await fixture.call("POST", "/bucket", {
      token: fixture.serviceToken,
      json: { name: "plain" },
    });
    expect(await response.json()).toEqual({ name: "plain" });
    const { data } = await fixture.admin.getBucket("plain");
    expect(data).toMatchObject({
      id: "plain",
      public: false,
      file_size_limit: null,
      allowed_mime_types: null,
    });
  });

  test("is refused for a name that is taken", async () => {
    const name = await fixture.createBucket();
    const { error } = await fixture.admin.createBucket(name);
    expect(error).toMatchObject({
      status: 400,
      statusCode: "409",
      code: "BucketAlreadyExists",
      message: "The resource already exists",
    });
  });

  test("is refused to everyone but the service role", async () => {
    const { token } = await fixture.createMember();
    for (const bearer of [token, fixture.app.auth.publicKey]) {
      expect(
        await readError(fixture.call("POST", "/bucket", { token: bearer, json: { name: "mine" } })),
      ).toEqual({
        httpStatus: 400,
        body: NOT_ALLOWED,
      });
    }
  });

  test.each([" outer", "outer ", "a/b", "ä", "", "..", "x".repeat(101), "a\u0000b", "a%b"])(
    "is refused for the name %j",
    async (name) => {
      expect(
        await readError(fixture.call("POST", "/bucket", { token: fixture.serviceToken, json: { name } })),
      ).toEqual({
        httpStatus: 400,
        body: {
          statusCode: "400",
          error: "Invalid Input",
          code: "InvalidBucketName",
          message: "Bucket name invalid",
        },
      });
    },
  );

  test.each([
    ["no name", {}, "body/name must have required property 'name'"],
    ["a name that isn't a string", { name: 5 }, "body/name"],
    ["a value for public that isn't a boolean", { name: "a", public: "yes" }, "body/public"],
    ["a size in unknown units", { name: "a", file_size_limit: "20 miles" }, "file_size_limit"],
    ["a negative size", { name: "a", file_size_limit: -1 }, "file_size_limit"],
  ])("is refused with %s", async (_case, json, message) => {
    const { httpStatus, body } = await readError(
      fixture.call("POST", "/bucket", { token: fixture.serviceToken, json }),
    );
    expect(httpStatus).toBe(400);
    expect(body).toMatchObject({ statusCode: "400", error: "Error", code: "InvalidRequest" });
    expect(body.message).toContain(message);
  });

  test("is refused with a limit above the server's, and with an invalid type", async () => {
    const { error } = await fixture.admin.createBucket("huge", { public: false, fileSizeLimit: "4MB" });
    expect(error).toMatchObject({ status: 400, statusCode: "413", code: "EntityTooLarge" });
    const invalidTypeResult = await fixture.admin.createBucket("new", {
      public: false,
      allowedMimeTypes: ["picture"],
    });
    expect(invalidTypeResult.error).toMatchObject({
      statusCode: "415",
      code: "InvalidMimeType",
      message: "mime type picture is not supported",
    });
  });

  test("is refused with a body that is not JSON", async () => {
    const { body } = await readError(
      fixture.call("POST", "/bucket", {
        token: fixture.serviceToken,
        headers: { "content-type": "application/json" },
        body: "{",
      }),
    );
    expect(body).toMatchObject({ statusCode: "400", code: "InvalidRequest" });
  });
});

describe("listing buckets:", () => {
  test("the service role sees all buckets, everyone else only the public ones", async () => {
    const privateBucket = await fixture.createBucket({ public: false });
    const publicBucket = await fixture.createBucket({ public: true });
    const { data: allBuckets } = await fixture.admin.listBuckets();
    const { data: visibleBuckets } = await fixture.visitor.listBuckets();
    const getIds = (list: typeof allBuckets) => list?.map(({ id }) => id) ?? [];
    expect(getIds(allBuckets)).toEqual(
      expect.arrayContaining([privateBucket, publicBucket, "avatars", "post-images"]),
    );
    expect(getIds(visibleBuckets)).toEqual(expect.arrayContaining([publicBucket, "avatars", "post-images"]));
    expect(getIds(visibleBuckets)).not.toContain(privateBucket);
    expect(allBuckets?.[0]).toMatchObject({ type: "STANDARD" });
    expect((await fixture.visitor.getBucket(privateBucket)).error).toMatchObject({
      statusCode: "404",
      code: "NoSuchBucket",
    });
    expect((await fixture.visitor.getBucket(publicBucket)).data).toMatchObject({
      id: publicBucket,
      public: true,
    });
  });

  test("a list can be searched, sorted and limited", async () => {
    for (const name of ["sorted-b", "sorted-a", "sorted-c"]) await fixture.admin.createBucket(name);
    const list = async (options: Parameters<typeof fixture.admin.listBuckets>[0]) =>
      (await fixture.admin.listBuckets(options)).data?.map(({ id }) => id);
    expect(await list({ search: "SORTED-", sortColumn: "name", sortOrder: "desc" })).toEqual([
      "sorted-c",
      "sorted-b",
      "sorted-a",
    ]);
    expect(await list({ search: "sorted-", limit: 1, offset: 1 })).toEqual(["sorted-b"]);
    expect(await list({ search: "%" })).toEqual([]);
    expect(await list({ search: "sorted-", sortColumn: "created_at", sortOrder: "asc" })).toEqual([
      "sorted-b",
      "sorted-a",
      "sorted-c",
    ]);
  });

  test("an unknown column is refused", async () => {
    const { body } = await readError(
      fixture.call("GET", "/bucket?sortColumn=owner", { token: fixture.serviceToken }),
    );
    expect(body).toMatchObject({ statusCode: "400", code: "InvalidRequest" });
  });

  test("a request for a missing bucket is refused", async () => {
    expect(await readError(fixture.call("GET", "/bucket/nowhere", { token: fixture.serviceToken }))).toEqual({
      httpStatus: 400,
      body: NO_BUCKET,
    });
  });
});

describe("changing a bucket", () => {
  test("changes the given fields, clears those set to null and leaves the rest unchanged", async () => {
    const name = await fixture.createBucket({
      public: false,
      fileSizeLimit: 1000,
      allowedMimeTypes: ["a/b"],
    });
    const put = (json: object) =>
      fixture.call("PUT", `/bucket/${name}`, { token: fixture.serviceToken, json });
    expect(await (await put({ public: true, id: "other", name: "other" })).json()).toEqual({
      message: "Successfully updated",
    });
    expect((await fixture.admin.getBucket(name)).data).toMatchObject({
      public: true,
      file_size_limit: 1000,
      allowed_mime_types: ["a/b"],
    });
    await put({ file_size_limit: null, allowed_mime_types: null });
    expect((await fixture.admin.getBucket(name)).data).toMatchObject({
      public: true,
      file_size_limit: null,
      allowed_mime_types: null,
    });
    const { data } = await fixture.admin.updateBucket(name, { public: false, fileSizeLimit: "1kb" });
    expect(data).toEqual({ message: "Successfully updated" });
    expect((await fixture.admin.getBucket(name)).data).toMatchObject({
      public: false,
      file_size_limit: 1000,
    });
  });

  test("is refused to everyone but the service role, and the bucket is reported as missing to those who can't see it", async () => {
    const privateBucket = await fixture.createBucket();
    expect((await fixture.visitor.updateBucket(privateBucket, { public: true })).error).toMatchObject({
      statusCode: "404",
      code: "NoSuchBucket",
    });
    expect((await fixture.visitor.updateBucket("avatars", { public: true })).error).toMatchObject({
      status: 400,
      statusCode: "403",
      code: "AccessDenied",
    });
  });

  test("can't make the product's buckets private, and they can't be deleted", async () => {
    const update = await fixture.admin.updateBucket("avatars", { public: false });
    expect(update.error).toMatchObject({ statusCode: "403", code: "AccessDenied" });
    expect((await fixture.admin.deleteBucket("post-images")).error).toMatchObject({ code: "AccessDenied" });
  });
});

describe("emptying and deleting:", () => {
  test("a bucket can't be deleted until it is emptied, and emptying it deletes the files too", async () => {
    const name = await fixture.createBucket();
    for (let n = 0; n < 3; n += 1) await fixture.admin.from(name).upload(`f/${n}`, `content ${n}`);
    expect((await fixture.listFiles()).complete).toHaveLength(3);
    expect((await fixture.admin.deleteBucket(name)).error).toMatchObject({
      status: 400,
      statusCode: "409",
      code: "ResourceNotEmpty",
      message: "The bucket you tried to delete is not empty",
    });
    expect((await fixture.admin.emptyBucket(name)).data).toEqual({
      message: "Empty bucket has been queued. Completion may take up to an hour.",
    });
    expect((await fixture.listFiles()).complete).toHaveLength(0);
    expect((await fixture.admin.deleteBucket(name)).data).toEqual({ message: "Successfully deleted" });
    expect((await fixture.admin.getBucket(name)).error).toMatchObject({ code: "NoSuchBucket" });
  });

  test("neither needs a request body", async () => {
    const name = await fixture.createBucket();
    const token = fixture.serviceToken;
    expect((await fixture.call("POST", `/bucket/${name}/empty`, { token })).status).toBe(200);
    expect((await fixture.call("DELETE", `/bucket/${name}`, { token })).status).toBe(200);
  });

  test("only the service role can do either; others get an HTTP 403 for emptying and a 400 for deleting", async () => {
    const name = await fixture.createBucket({ public: true });
    const { token } = await fixture.createMember();
    expect(await readError(fixture.call("POST", `/bucket/${name}/empty`, { token }))).toEqual({
      httpStatus: 403,
      body: { ...NOT_ALLOWED, message: "Access denied: Invalid role" },
    });
    expect(await readError(fixture.call("DELETE", `/bucket/${name}`, { token }))).toEqual({
      httpStatus: 400,
      body: NOT_ALLOWED,
    });
  });

  test("requests for missing buckets are refused", async () => {
    for (const [method, path] of [
      ["POST", "/bucket/nowhere/empty"],
      ["DELETE", "/bucket/nowhere"],
      ["PUT", "/bucket/nowhere"],
    ] as const) {
      const response = fixture.call(method, path, { token: fixture.serviceToken, json: {} });
      expect(await readError(response)).toEqual({ httpStatus: 400, body: NO_BUCKET });
    }
  });
});
