import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createStorageFixture, type StorageFixture } from "./testing.ts";

let fixture: StorageFixture;
let bucket: string;
beforeAll(async () => {
  fixture = await createStorageFixture();
  bucket = await fixture.createBucket();
  for (const key of ["a b.txt", "other.txt"])
    await fixture.admin.from(bucket).upload(key, `content of ${key}`);
});
afterAll(() => fixture.end());

const files = () => fixture.admin.from(bucket);
const readBody = async (response: Response) => ({ httpStatus: response.status, ...(await response.json()) });

describe("a signed URL", () => {
  test("gives access to one object without a bearer token, as a download if requested", async () => {
    const { data } = await files().createSignedUrl("a b.txt", 60, { download: "mine.txt" });
    const response = await fetch(data?.signedUrl ?? "");
    expect(await response.text()).toBe("content of a b.txt");
    expect(response.headers.get("content-disposition")).toContain('filename="mine.txt"');
  });

  test("is relative to the mount path, and its token states its purpose", async () => {
    const response = await fixture.call("POST", `/object/sign/${bucket}/a%20b.txt`, {
      token: fixture.serviceToken,
      json: { expiresIn: 60, transform: {} },
    });
    const { signedURL } = (await response.json()) as { signedURL: string };
    expect(signedURL).toMatch(new RegExp(`^/object/sign/${bucket}/a b.txt\\?token=ey`));
    const payload = JSON.parse(atob(signedURL.split(".")[2] ?? "") || "{}");
    expect(payload).toMatchObject({ url: `${bucket}/a b.txt`, scope: "download" });
    expect(payload.exp - payload.iat).toBe(60);
  });

  test("requested together with others is created or refused individually", async () => {
    const { data } = await files().createSignedUrls(["a b.txt", "none.txt", "../x"], 60);
    expect(data).toMatchObject([
      { path: "a b.txt", error: null, signedURL: expect.stringContaining("token=") },
      { path: "none.txt", signedURL: null, error: expect.stringContaining("does not exist") },
      { path: "../x", signedURL: null, error: expect.any(String) },
    ]);
    expect(await (await fetch(data?.[0]?.signedUrl ?? "")).text()).toBe("content of a b.txt");
  });

  test("expires", async () => {
    const { data } = await files().createSignedUrl("a b.txt", 60);
    fixture.clock.advance(61);
    expect(await readBody(await fetch(data?.signedUrl ?? ""))).toEqual({
      httpStatus: 400,
      statusCode: "400",
      error: "InvalidJWT",
      code: "InvalidJWT",
      message: '"exp" claim timestamp check failed',
    });
  });

  test("can't be used for anything else", async () => {
    const { data } = await files().createSignedUrl("a b.txt", 60);
    const token = new URL(data?.signedUrl ?? "").searchParams.get("token") ?? "";
    const upload = await files().createSignedUploadUrl("new.txt");
    const read = (path: string, urlToken: string) =>
      fixture.call("GET", `/object/sign/${bucket}/${path}?token=${urlToken}`);
    const invalidSignature = {
      httpStatus: 400,
      statusCode: "400",
      error: "InvalidSignature",
      code: "InvalidSignature",
      message: "Invalid signature",
    };
    expect(await readBody(await read("other.txt", token))).toEqual(invalidSignature);
    expect(await readBody(await read("new.txt", upload.data?.token ?? ""))).toEqual(invalidSignature);
    const putResponse = await fixture.call("PUT", `/object/upload/sign/${bucket}/a%20b.txt?token=${token}`, {
      body: "x",
    });
    expect(await readBody(putResponse)).toEqual(invalidSignature);
    const invalidToken = { httpStatus: 400, statusCode: "400", error: "InvalidJWT", code: "InvalidJWT" };
    for (const urlToken of [
      "",
      "nonsense",
      fixture.serviceToken,
      `${token}x`,
      token.replace(/\.[^.]+$/, "."),
    ]) {
      expect(await readBody(await read("a%20b.txt", urlToken))).toMatchObject(invalidToken);
    }
    const bearerResponse = await fixture.call("GET", `/object/authenticated/${bucket}/a%20b.txt`, { token });
    expect(await readBody(bearerResponse)).toMatchObject({ statusCode: "403", code: "AccessDenied" });
  });

  test("is refused if its token is unsigned", async () => {
    const unsignedToken = `${btoa('{"alg":"none"}')}.${btoa(`{"url":"${bucket}/a b.txt","scope":"download","exp":9999999999}`)}.`;
    const response = await fixture.call(
      "GET",
      `/object/sign/${bucket}/a%20b.txt?token=${unsignedToken.replace(/=/g, "")}`,
    );
    expect(await readBody(response)).toMatchObject({ statusCode: "400", code: "InvalidJWT" });
  });

  test("isn't issued for a missing object, to a client without access or with an invalid duration", async () => {
    expect((await files().createSignedUrl("none.txt", 60)).error).toMatchObject({
      status: 400,
      statusCode: "404",
      code: "NoSuchKey",
    });
    const { client } = await fixture.createMember();
    expect((await client.from(bucket).createSignedUrl("a b.txt", 60)).error).toMatchObject({
      code: "NoSuchKey",
    });
    const results = await client.from(bucket).createSignedUrls(["a b.txt"], 60);
    expect(results.data?.[0]?.signedURL).toBeNull();
    for (const expiresIn of [0, -1, 1.5]) {
      expect((await files().createSignedUrl("a b.txt", expiresIn)).error).toMatchObject({
        code: "InvalidRequest",
      });
    }
    expect((await fixture.admin.from("nowhere").createSignedUrl("a", 60)).error).toMatchObject({
      code: "NoSuchBucket",
    });
  });
});

describe("a signed upload URL", () => {
  test("accepts one upload without a bearer token and refuses a second", async () => {
    const { data } = await files().createSignedUploadUrl("by token.txt");
    const visitor = fixture.client("");
    const firstUpload = await visitor
      .from(bucket)
      .uploadToSignedUrl("by token.txt", data?.token ?? "", "hello");
    expect([firstUpload.data, firstUpload.error]).toEqual([
      { path: "by token.txt", fullPath: `${bucket}/by token.txt` },
      null,
    ]);
    expect(await (await files().download("by token.txt")).data?.text()).toBe("hello");
    const secondUpload = await visitor
      .from(bucket)
      .uploadToSignedUrl("by token.txt", data?.token ?? "", "again", {
        upsert: true,
      });
    expect(secondUpload.error).toMatchObject({ status: 400, statusCode: "409", code: "KeyAlreadyExists" });
    expect((await files().createSignedUploadUrl("by token.txt")).error).toMatchObject({
      code: "KeyAlreadyExists",
    });
  });

  test("with upsert accepts any number of uploads, even as multipart", async () => {
    const { data } = await files().createSignedUploadUrl("again.txt", { upsert: true });
    for (const text of ["one", "two"]) {
      const { error } = await fixture.visitor
        .from(bucket)
        .uploadToSignedUrl("again.txt", data?.token ?? "", new Blob([text]));
      expect(error).toBeNull();
      expect(await (await files().download("again.txt")).data?.text()).toBe(text);
    }
  });

  test("stops working when the session that requested it ends, and while the session's user is suspended", async () => {
    const upload = async (token: string, key: string) =>
      (
        await fixture
          .client("")
          .from("post-images")
          .uploadToSignedUrl(key, token, await picture.toBuffer(), {
            contentType: "image/png",
          })
      ).error;
    const picture = sharp({ create: { width: 9, height: 9, channels: 3, background: "teal" } }).png();
    const member = await fixture.createMember();
    const sign = async (key: string) =>
      (await member.client.from("post-images").createSignedUploadUrl(key)).data?.token ?? "";
    const [firstKey, secondKey, thirdKey] = ["a", "b", "c"].map((name) => `${member.id}/${name}.png`) as [
      string,
      string,
      string,
    ];
    const [firstToken, secondToken, thirdToken] = [
      await sign(firstKey),
      await sign(secondKey),
      await sign(thirdKey),
    ];
    expect(await upload(firstToken, firstKey)).toBeNull();
    const { pool } = fixture.database;
    await pool.query("update auth.users set banned_until = '2999-01-01' where id = $1", [member.id]);
    expect(await upload(secondToken, secondKey)).toMatchObject({ statusCode: "403" });
    await pool.query("update auth.users set banned_until = null where id = $1", [member.id]);
    expect(await upload(secondToken, secondKey)).toBeNull();
    await pool.query("delete from auth.sessions where user_id = $1", [member.id]);
    expect(await upload(thirdToken, thirdKey)).toMatchObject({ statusCode: "403" });
  });

  test("expires", async () => {
    const { data } = await files().createSignedUploadUrl("late.txt");
    fixture.clock.advance(7201);
    const lateUpload = await fixture.visitor
      .from(bucket)
      .uploadToSignedUrl("late.txt", data?.token ?? "", "x");
    expect(lateUpload.error).toMatchObject({ statusCode: "400", code: "InvalidJWT" });
  });

  test("isn't issued without write access or for an invalid key", async () => {
    const { client, id } = await fixture.createMember();
    expect((await client.from(bucket).createSignedUploadUrl("a")).error).toMatchObject({
      code: "AccessDenied",
    });
    expect((await client.from("avatars").createSignedUploadUrl("someone/a.webp")).error).toMatchObject({
      code: "AccessDenied",
    });
    expect((await client.from("avatars").createSignedUploadUrl(`${id}/a.webp`)).error).toBeNull();
    expect((await files().createSignedUploadUrl("ä")).error).toMatchObject({ code: "InvalidKey" });
  });
});
