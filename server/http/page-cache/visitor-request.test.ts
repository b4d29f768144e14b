import fc from "fast-check";
import { expect, test } from "vitest";
import { toVisitorRequest } from "./visitor-request.ts";

const parse = (url: string, headers: Record<string, string> = {}, isSecure = false, method = "GET") =>
  toVisitorRequest({ method, url }, { host: "site.test", ...headers }, isSecure);

test("no response is shared for a request with a session, notice, unknown or invalid cookie of the site", () => {
  for (const cookie of [
    "sb-lattice-auth-token=abc",
    "lattice-notice=post_deleted",
    "theme=dark; lattice-notice=voted",
    "theme=dark; theme=light",
    "theme=<script>",
    "wallet=1",
  ])
    expect(parse("/forum", { cookie }), cookie).toBeNull();
  expect(parse("/forum", { cookie: "theme=light" })?.cookie).toBe("theme=light");
  // Over https, only prefixed cookies are ours. Cookies that other sites set on the parent domain have no effect.
  expect(parse("/forum", { cookie: "_ga=GA1.2; theme=light" }, true)?.cookie).toBeNull();
  expect(parse("/forum", { cookie: "_ga=GA1.2; __Host-theme=light" }, true)?.cookie).toBe("theme=light");
  expect(parse("/forum", { cookie: "__Host-sb-lattice-auth-token=abc" }, true)).toBeNull();
});

test("a list's density is part of the request, and unknown values count as the default", () => {
  expect(parse("/forum", { cookie: "density=compact" })?.cookie).toBe("density=compact");
  for (const cookie of ["theme=dark; density=compact", "density=compact; theme=dark"])
    expect(parse("/forum", { cookie })?.cookie).toBe("theme=dark; density=compact");
  for (const cookie of ["density=", "density=comfortable", "density=1", "density=x; density=compact"])
    expect(parse("/forum", { cookie })).toEqual(parse("/forum"));
  expect(parse("/forum", { cookie: "density=compact; lattice-notice=voted" })).toBeNull();
  expect(parse("/forum", { cookie: "_ga=1; density=compact" }, true)).toEqual(parse("/forum"));
});

test("the cookie with the last sign-in method affects only the sign-in screens, which are then not shared", () => {
  const cookie = "last-sign-in=password";
  for (const url of ["/", "/forum", "/authors", "/news?category=ai"]) {
    expect(parse(url, { cookie })).toEqual(parse(url));
    expect(parse(url, { cookie: `__Host-${cookie}; __Host-theme=dark` }, true)?.cookie).toBe("theme=dark");
    expect(parse(url, { cookie: `${cookie}; lattice-notice=voted` })).toBeNull();
  }
  for (const url of ["/auth", "/auth?next=%2F", "/auth.data?next=%2F", "/auth/options"]) {
    expect(parse(url, { cookie }), url).toBeNull();
    expect(parse(url), url).not.toBeNull();
  }
});

test("no response is shared for writes, range requests and requests with a bearer token, an absolute or a long URL", () => {
  expect(parse("/forum", {}, false, "POST")).toBeNull();
  expect(parse("/forum", { range: "bytes=0-10" })).toBeNull();
  expect(parse("/forum", { authorization: "Bearer abc" })).toBeNull();
  expect(parse("http://evil.test/forum")).toBeNull();
  expect(parse(`/forum?${"x".repeat(2000)}`)).toBeNull();
});

test("responses depend only on the theme, density, encoding, URL and referring list", () => {
  const cookies = fc.constantFrom(
    undefined,
    "theme=dark",
    "theme=light",
    "theme=system",
    "theme=light; density=compact",
    "density=compact; theme=light",
    "density=compact",
    "density=other",
  );
  const encodings = fc.constantFrom(undefined, "br", "gzip", "gzip, deflate, br, zstd", "identity");
  const urls = fc.constantFrom("/", "/forum", "/forum?sort=new", "/forum/1", "/forum/1?sort=new", "/news/1");
  const referers = fc.constantFrom(
    undefined,
    "http://site.test/forum?sort=top",
    "http://site.test/news?category=ai",
    "http://evil.test/forum?sort=top",
    "http://site.test/forum",
    "not a URL",
  );
  const otherHeaders = fc.dictionary(fc.stringMatching(/^x-[a-z-]{1,20}$/), fc.string({ maxLength: 50 }), {
    maxKeys: 4,
  });
  const hosts = fc.constantFrom("site.test", "evil.test", "127.0.0.1:3000");
  const requests = fc.record({
    cookie: cookies,
    encoding: encodings,
    url: urls,
    referer: referers,
    other: otherHeaders,
    host: hosts,
  });
  const parseRequest = (request: typeof requests extends fc.Arbitrary<infer T> ? T : never) =>
    parse(request.url, {
      ...request.other,
      host: request.host,
      ...(request.cookie ? { cookie: request.cookie } : {}),
      ...(request.encoding ? { "accept-encoding": request.encoding } : {}),
      ...(request.referer ? { referer: request.referer } : {}),
      "user-agent": "anything",
      "x-forwarded-host": "evil.test",
      "accept-language": "de",
    });
  fc.assert(
    fc.property(requests, requests, (left, right) => {
      const [leftRequest, rightRequest] = [parseRequest(left), parseRequest(right)];
      if (!leftRequest || !rightRequest) throw new Error("expected a visitor's request");
      const { key: leftKey, ...leftParts } = leftRequest;
      const { key: rightKey, ...rightParts } = rightRequest;
      // The key contains exactly what the response depends on.
      expect(leftKey === rightKey).toBe(JSON.stringify(leftParts) === JSON.stringify(rightParts));
      expect(JSON.stringify(leftRequest)).not.toContain("evil.test");
    }),
    { numRuns: 500 },
  );
});

test("tracking parameters are not part of the URL", () => {
  const request = parse("/forum?utm_source=x&sort=new&fbclid=1");
  expect(request?.url).toBe("/forum?sort=new");
  expect(request?.key).toBe(parse("/forum?sort=new")?.key);
  expect(parse("/forum?gclid=1")?.url).toBe("/forum");
  expect(parse("/search?q=utm_source")?.url).toBe("/search?q=utm_source");
});
