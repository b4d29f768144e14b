import { afterAll, beforeAll, expect, test } from "vitest";
import { STORAGE_ROUTES } from "./index.ts";
import { REFUSALS, REFUSED_CALLS } from "./refused-calls.fixture.ts";
import { createStorageFixture, type StorageFixture } from "./testing.ts";

/** Tests every call's complete error responses: HTTP status and body. */

let fixture: StorageFixture;
let memberToken: string;
let initialFiles: Awaited<ReturnType<StorageFixture["listFiles"]>>;
const tokens = new Map<string, string>();
beforeAll(async () => {
  fixture = await createStorageFixture();
  const { admin } = fixture;
  memberToken = (await fixture.createMember()).token;
  for (const name of ["closed", "doomed"]) await admin.createBucket(name, { public: false });
  await admin.createBucket("open", { public: true });
  await admin.createBucket("small", { public: false, fileSizeLimit: 10, allowedMimeTypes: ["image/*"] });
  for (const objectPath of ["closed/there", "closed/gone", "doomed/gone", "open/there", "open/taken"]) {
    const [bucket = "", key = ""] = objectPath.split("/");
    await admin.from(bucket).upload(key, "x", { contentType: "text/plain" });
    const { data } = await admin.from(bucket).createSignedUrl(key, 3600);
    tokens.set(`download ${objectPath}`, new URL(data?.signedUrl ?? "").searchParams.get("token") ?? "");
    const transform = { width: 10 };
    const signedRender = await admin.from(bucket).createSignedUrl(key, 3600, { transform });
    tokens.set(
      `render ${objectPath}`,
      new URL(signedRender.data?.signedUrl ?? "").searchParams.get("token") ?? "",
    );
  }
  for (const objectPath of ["open/new", "open/late", "doomed/new", "small/new"]) {
    const [bucket = "", key = ""] = objectPath.split("/");
    const { data } = await admin.from(bucket).createSignedUploadUrl(key);
    tokens.set(`upload ${objectPath}`, data?.token ?? "");
  }
  await admin.from("open").upload("eleven.png", "12345678901", { contentType: "image/png" });
  await admin.from("open").upload("late", "x");
  await admin.from("closed").remove(["gone"]);
  await admin.emptyBucket("doomed");
  await admin.deleteBucket("doomed");
  initialFiles = await fixture.listFiles();
});
afterAll(() => fixture.end());

test.each(REFUSED_CALLS)("%s: %s is refused with %s (%#)", async (call, path, code, request) => {
  const [method = ""] = call.split(" ");
  const bearer = { member: memberToken, visitor: "", service: fixture.serviceToken }[request.as ?? "service"];
  const requestPath = path.replace(/\{(.*)\}/, (_match, kind: string) => `token=${tokens.get(kind)}`);
  const options = { ...request, token: bearer };
  const response = await fixture.call(method, requestPath, options);
  const [httpStatus, statusCode, error, defaultMessage] = REFUSALS[code];
  const message = request.message ?? defaultMessage;
  expect([response.status, await response.json()]).toEqual([
    request.httpStatus ?? httpStatus,
    {
      statusCode,
      error,
      code,
      message: code === "InvalidRequest" ? expect.stringContaining(message) : message,
    },
  ]);
  expect(await fixture.listFiles()).toEqual(initialFiles);
  if (method !== "GET") return;
  const head = await fixture.call("HEAD", requestPath, options);
  expect([head.status, await head.text()]).toEqual([request.httpStatus ?? httpStatus, ""]);
});

test("every call is covered", () => {
  const refusedCalls = new Set(REFUSED_CALLS.map(([call]) => call));
  for (const { method, path } of STORAGE_ROUTES)
    expect(refusedCalls).toContain(`${method} ${path.replace(/\{.*/, "")}`);
});

test.each([
  "Bearer",
  "Bearer ",
  "Bearer a.b.c",
  "Bearer a.b",
  "Bearer nonsense",
  "Basic eDp5",
  "Bearer e30.e30.e30",
])("%j isn't accepted as a token", async (authorization) => {
  const response = await fixture.call("GET", "/bucket", { headers: { authorization } });
  expect([response.status, await response.json()]).toEqual([
    400,
    { statusCode: "403", error: "Unauthorized", code: "AccessDenied", message: "Invalid Compact JWS" },
  ]);
});
