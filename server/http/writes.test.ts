import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "#server/testing/database.ts";
import { createEdge } from "#server/testing/edge.ts";

const FORM = { "Content-Type": "application/x-www-form-urlencoded" };
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const openEdge = (options: Omit<Parameters<typeof createEdge>[0], "database"> = {}) =>
  createEdge({ database, ...options });

describe("requests:", () => {
  const post = async (headers: Record<string, string>, environment: Record<string, string> = {}) => {
    const { http } = await openEdge({ environment });
    const response = await http.request("http://site.test/forum", {
      method: "POST",
      body: "a=b",
      headers: { ...FORM, ...headers },
    });
    return response.status;
  };

  test("writes from another site are rejected, and writes from our own site are accepted", async () => {
    expect(await post({ Origin: "http://site.test", Cookie: "a=b" })).toBe(200);
    expect(await post({ Origin: "http://evil.test", Cookie: "a=b" })).toBe(403);
    expect(await post({ Origin: "http://site.test.evil.test", Cookie: "a=b" })).toBe(403);
    expect(await post({ Origin: "null", Cookie: "a=b" })).toBe(403);
    expect(await post({ Origin: "https://site.test:8443", Cookie: "a=b" })).toBe(403);
  });

  test("writes without an Origin header pass only without cookies or if Sec-Fetch-Site rules out another site", async () => {
    expect(await post({ Cookie: "a=b" })).toBe(403);
    expect(await post({ Cookie: "a=b", "Sec-Fetch-Site": "cross-site" })).toBe(403);
    expect(await post({ Cookie: "a=b", "Sec-Fetch-Site": "same-origin" })).toBe(200);
    expect(await post({})).toBe(200);
  });

  test("writes behind a proxy that terminates TLS are accepted if they come from the URL that the browser shows", async () => {
    const environment = { PUBLIC_URL: "https://site.test", TRUST_PROXY: "1" };
    expect(
      await post({ Origin: "https://site.test", Cookie: "a=b", "X-Forwarded-Proto": "https" }, environment),
    ).toBe(200);
    expect(
      await post({ Origin: "http://evil.test", Cookie: "a=b", "X-Forwarded-Proto": "https" }, environment),
    ).toBe(403);
  });

  test("the forwarded host is used, and invalid hosts are ignored", async () => {
    const { http } = await openEdge({
      environment: { PUBLIC_URL: "https://site.test", TRUST_PROXY: "1" },
      pages: async (_request, { origin }) => new Response(origin),
    });
    const getOriginFor = async (host: string) => {
      const headers = { "X-Forwarded-Host": host, "X-Forwarded-Proto": "https", Cookie: "__Host-a=b" };
      return (await http.request("http://inside.test/", { headers })).text();
    };
    expect(await getOriginFor("site.test")).toBe("https://site.test");
    expect(await getOriginFor("other.test, [2001:db8::1]:8443")).toBe("https://[2001:db8::1]:8443");
    for (const host of ["a b", "site.test/x", "evil.test#", "user@evil.test", "\u00e4"]) {
      expect(await getOriginFor(host), host).toBe("https://inside.test");
    }
  });

  test("writes of more than a megabyte are rejected, with or without a declared length", async () => {
    const { http } = await openEdge({
      pages: async () => new Response("read"),
    });
    const body = "x".repeat(1024 * 1024 + 1);
    const responseWithoutLength = await http.request("http://site.test/forum", {
      method: "POST",
      body,
      headers: FORM,
    });
    expect(responseWithoutLength.status).toBe(413);
    const responseWithLength = await http.request("http://site.test/forum", {
      method: "POST",
      body,
      headers: { ...FORM, "Content-Length": String(body.length) },
    });
    expect(await responseWithLength.json()).toMatchObject({
      error: { message: "Your request is 1.1 MB; the limit is 1 MB. Use less text or a smaller file." },
    });
    const multipartBody = `--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n${body}\r\n--b--\r\n`;
    for (const [type, text] of [
      ["application/x-www-form-urlencoded", body],
      ["multipart/form-data; boundary=b", multipartBody],
    ] as const) {
      const streamedResponse = await http.request(
        new Request("http://site.test/forum", {
          method: "POST",
          body: new Blob([text]).stream(),
          headers: { "Content-Type": type },
          duplex: "half",
        } as RequestInit),
      );
      expect(streamedResponse.status, type).toBe(413);
    }
  });

  test("writes without a form body are rejected before they reach an action; a form arrives complete", async () => {
    const { http } = await openEdge({
      pages: async (_request, { form }) => new Response(String(form?.get("a"))),
    });
    const send = (type: string, body: BodyInit | null) =>
      http.request("http://site.test/theme", { method: "POST", body, headers: { "Content-Type": type } });
    for (const [type, body] of [
      ["text/plain", "a=b"],
      ["application/json", "{}"],
      ["", null],
      ["multipart/form-data", "a=b"],
      ["multipart/form-data; boundary=b", "not multipart"],
    ] as const) {
      const response = await send(type, body);
      expect(response.status, type).toBe(422);
      expect(await response.text()).toContain("The request body is not a form.");
    }
    expect(await (await send("application/x-www-form-urlencoded; charset=UTF-8", "a=b")).text()).toBe("b");
    const parts = new FormData();
    parts.set("a", "b");
    const response = await http.request("http://site.test/theme", { method: "POST", body: parts });
    expect(await response.text()).toBe("b");
  });
});
