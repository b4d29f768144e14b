import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { STORAGE_ROUTES } from "./index.ts";
import { createStorageFixture, type StorageFixture } from "./testing.ts";

let fixture: StorageFixture;
beforeAll(async () => {
  fixture = await createStorageFixture();
  await fixture.createBucket();
});
afterAll(() => fixture.end());

/** Builds an example path for a route, with an existing private bucket and a missing key. */
const buildExample = (path: string) => path.replace(":bucket", "bucket-1").replace(/:key.*$/, "a/b.txt");

test.each(STORAGE_ROUTES.map((route) => [`${route.method} ${route.path}`, route] as const))(
  "%s requires the declared access",
  async (_name, { method, path, access }) => {
    const call = (headers: Record<string, string>) =>
      fixture.call(method, buildExample(path), { headers, ...(method === "GET" ? {} : { json: {} }) });
    for (const headers of [{}, { authorization: "nonsense" }, { apikey: fixture.serviceToken }] as Record<
      string,
      string
    >[]) {
      const response = await call(headers);
      const { code, ...body } = await response.json();
      expect(response.headers.get("cache-control")).toBe("no-store");
      if (access === "public") expect(code).toBe("NoSuchBucket");
      else if (access === "token") expect(code).toBe("InvalidJWT");
      else {
        expect([response.status, { code, ...body }]).toEqual([
          400,
          { statusCode: "403", error: "Unauthorized", code: "AccessDenied", message: "Invalid Compact JWS" },
        ]);
      }
    }
  },
);

test("a request to an unknown route is refused with an error in the protocol's format", async () => {
  for (const [method, path] of [
    ["GET", "/"],
    ["GET", "/nothing"],
    ["GET", "/render/image/a/b"],
    ["PATCH", "/object/a/b"],
    ["GET", "/object/a"],
  ] as const) {
    const response = await fixture.call(method, path);
    expect([response.status, await response.json()]).toEqual([
      404,
      {
        statusCode: "404",
        error: "Not Found",
        code: "RouteNotFound",
        message: "There's nothing at this URL",
      },
    ]);
  }
});

test("other sites' pages may call the API, because it uses no cookies", async () => {
  const response = await fixture.call("OPTIONS", "/object/a/b", {
    headers: {
      origin: "https://elsewhere.example",
      "access-control-request-method": "PUT",
      "access-control-request-headers": "authorization,x-upsert",
    },
  });
  expect(response.headers.get("access-control-allow-origin")).toBe("*");
  expect(response.headers.get("access-control-allow-methods")).toContain("PUT");
  for (const header of ["authorization", "apikey", "x-upsert", "x-metadata", "range", "cache-control"]) {
    expect(response.headers.get("access-control-allow-headers")).toContain(header);
  }
});

test("details of an internal error are not exposed", async () => {
  const otherFixture = await createStorageFixture();
  try {
    await otherFixture.database.pool.query("alter table storage.buckets rename to elsewhere");
    const response = await otherFixture.admin.getBucket("avatars");
    expect(response.error).toMatchObject({ status: 500, statusCode: "500", code: "InternalError" });
    expect(response.error?.message).toBe("Internal Server Error");
  } finally {
    await otherFixture.end();
  }
});

test("the documentation lists every route", async () => {
  const text = await readFile(join(import.meta.dirname, "../../docs/storage-protocol.md"), "utf8");
  for (const { method, path } of STORAGE_ROUTES) {
    const documentedPath = path.replace(":bucket", "{bucket}").replace(/:key.*$/, "{key}");
    expect(text, `${method} ${path}`).toContain(`| ${method} | \`${documentedPath}\` |`);
  }
});
