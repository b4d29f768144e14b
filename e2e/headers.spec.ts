import { createHash } from "node:crypto";
import { expect, test } from "./fixtures.ts";
import { findPost } from "./forum.ts";
import { createMember } from "./members.ts";

test("pages have a strict CSP that allows only their own scripts, and the other security headers", async ({
  request,
  plain,
}) => {
  const postPath = await findPost(plain, 'Payment "unconfirmed" for two days. Is it gone?');
  const paths = ["/", "/forum", postPath, "/auth", "/no/such/page"];
  for (const path of paths) {
    const response = await request.get(path);
    const headers = response.headers();
    const policy = headers["content-security-policy"] ?? "";
    const scriptSources =
      /script-src ((?:'(?:nonce|sha256)-[\w+/=-]{20,}' )+)'strict-dynamic'(?:;|$)/.exec(policy)?.[1] ?? "";
    expect(scriptSources, path).not.toBe("");
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("base-uri 'none'");
    expect(policy).toContain("form-action 'self'");
    expect(policy.replace(/style-src-attr [^;]*/, "")).not.toMatch(/unsafe-(inline|eval)|https?:|\*/);
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["x-frame-options"]).toBe("DENY");
    expect(headers["referrer-policy"]).toBeTruthy();
    expect(headers["x-request-id"]).toMatch(/^[\w.-]{8,}$/);
    expect(headers["x-powered-by"]).toBeUndefined();
    const html = await response.text();
    // text/plain isn't executed.
    const scripts = [...html.matchAll(/<script\b(?![^>]*type="text\/plain")([^>]*)>([\s\S]*?)<\/script>/g)];
    expect(scripts.length).toBeGreaterThan(0);
    const isAllowed = ([, attributes = "", text = ""]: RegExpExecArray) => {
      const nonce = /nonce="([^"]*)"/.exec(attributes)?.[1];
      const hash = createHash("sha256").update(text).digest("base64");
      return scriptSources.includes(nonce ? `'nonce-${nonce}'` : `'sha256-${hash}'`);
    };
    expect(scripts.filter((script) => !isAllowed(script)).map(([tag]) => tag.slice(0, 80))).toEqual([]);
  }
});

test("pages are compressed and never stored by a shared cache", async ({ request }) => {
  for (const encoding of ["br", "gzip"]) {
    const response = await request.get("/forum", { headers: { "Accept-Encoding": encoding } });
    expect(response.headers()["content-encoding"]).toBe(encoding);
    expect(response.headers().vary).toMatch(/accept-encoding/i);
    expect(response.headers()["cache-control"] ?? "").not.toMatch(/public|s-maxage/);
    expect((await response.text()).includes("Community Forum")).toBe(true);
  }
});

test("built files are cached forever and precompressed", async ({ request }) => {
  const html = await (await request.get("/")).text();
  const paths = [
    ...new Set([...html.matchAll(/(\/assets\/[^" ]+\.(?:js|css))/g)].map(([, path]) => path ?? "")),
  ];
  expect(paths.length).toBeGreaterThan(3);
  for (const path of paths) {
    const response = await request.get(path, { headers: { "Accept-Encoding": "br, gzip" } });
    expect(response.status(), path).toBe(200);
    const headers = response.headers();
    expect(headers["cache-control"], path).toMatch(/max-age=31536000.*immutable/);
    expect(headers["x-content-type-options"]).toBe("nosniff");
    if ((await response.body()).length > 1024) expect(headers["content-encoding"], path).toBe("br");
  }
});

test("no page sends requests to another host, and all cookies are SameSite=Lax", async ({
  page,
  baseURL,
}) => {
  const hosts = new Set<string>();
  page.on("request", (request) => hosts.add(new URL(request.url()).host));
  for (const path of [
    "/",
    "/forum",
    await findPost(page, 'Payment "unconfirmed" for two days. Is it gone?'),
    "/auth",
  ]) {
    await page.goto(path, { waitUntil: "networkidle" });
  }
  await createMember(page.context());
  await page.goto("/", { waitUntil: "networkidle" });
  expect([...hosts]).toEqual([new URL(baseURL ?? "").host]);
  for (const { name, sameSite } of await page.context().cookies()) expect(sameSite, name).toBe("Lax");
});

test("/healthz and /readyz respond, each with its own request ID", async ({ request }) => {
  const ids = new Set<string>();
  for (const path of ["/healthz", "/readyz"]) {
    const response = await request.get(path);
    expect(response.status()).toBe(200);
    ids.add(response.headers()["x-request-id"] ?? "");
  }
  expect(ids.size).toBe(2);
  expect(ids.has("")).toBe(false);
});

test("a form sent by another site with the member's cookie is refused", async ({ plain, member: _ }) => {
  const response = await plain.request.post("/create", {
    headers: { Origin: "https://elsewhere.example", "Content-Type": "application/x-www-form-urlencoded" },
    data: "intent=post&title=Forged&content=Forged&category=tech",
    maxRedirects: 0,
  });
  expect(response.status()).toBe(403);
  await plain.goto("/forum?q=Forged");
  expect(plain.findAll("link", "Forged")).toHaveLength(0);
});
