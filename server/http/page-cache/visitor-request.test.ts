import fc from "fast-check";
import { expect, test } from "vitest";
import { asVisitorRequest } from "./visitor-request.ts";

const ask = (url: string, headers: Record<string, string> = {}, secure = false, method = "GET") =>
  asVisitorRequest({ method, url }, { host: "site.test", ...headers }, secure);

test("whoever brings a cookie of this site other than a theme is answered alone", () => {
  for (const cookie of [
    "sb-lattice-auth-token=abc",
    "lattice-notice=post_deleted",
    "theme=dark; lattice-notice=voted",
    "theme=dark; theme=light",
    "theme=<script>",
    "wallet=1",
  ])
    expect(ask("/forum", { cookie }), cookie).toBeNull();
  expect(ask("/forum", { cookie: "theme=light" })?.cookie).toBe("theme=light");
  // Over https only what this host has set is its own: what others left on the parent domain changes nothing.
  expect(ask("/forum", { cookie: "_ga=GA1.2; theme=light" }, true)?.cookie).toBeNull();
  expect(ask("/forum", { cookie: "_ga=GA1.2; __Host-theme=light" }, true)?.cookie).toBe("theme=light");
  expect(ask("/forum", { cookie: "__Host-sb-lattice-auth-token=abc" }, true)).toBeNull();
});

test("writes, parts of files and bearers are answered alone", () => {
  expect(ask("/forum", {}, false, "POST")).toBeNull();
  expect(ask("/forum", { range: "bytes=0-10" })).toBeNull();
  expect(ask("/forum", { authorization: "Bearer abc" })).toBeNull();
  expect(ask("http://evil.test/forum")).toBeNull();
  expect(ask(`/forum?${"x".repeat(2000)}`)).toBeNull();
});

test("two themes, encodings, addresses or lists that one comes from are different answers, and nothing else is", () => {
  const cookies = fc.constantFrom(undefined, "theme=dark", "theme=light", "theme=system");
  const encodings = fc.constantFrom(undefined, "br", "gzip", "gzip, deflate, br, zstd", "identity");
  const urls = fc.constantFrom("/", "/forum", "/forum?sort=new", "/forum/1", "/forum/1?sort=new", "/news/1");
  const referers = fc.constantFrom(
    undefined,
    "http://site.test/forum?sort=top",
    "http://site.test/news?category=ai",
    "http://evil.test/forum?sort=top",
    "http://site.test/forum",
    "not an address",
  );
  const others = fc.dictionary(fc.stringMatching(/^x-[a-z-]{1,20}$/), fc.string({ maxLength: 50 }), {
    maxKeys: 4,
  });
  const hosts = fc.constantFrom("site.test", "evil.test", "127.0.0.1:3000");
  const requests = fc.record({
    cookie: cookies,
    encoding: encodings,
    url: urls,
    referer: referers,
    other: others,
    host: hosts,
  });
  const of = (one: typeof requests extends fc.Arbitrary<infer T> ? T : never) =>
    ask(one.url, {
      ...one.other,
      host: one.host,
      ...(one.cookie ? { cookie: one.cookie } : {}),
      ...(one.encoding ? { "accept-encoding": one.encoding } : {}),
      ...(one.referer ? { referer: one.referer } : {}),
      "user-agent": "anything",
      "x-forwarded-host": "evil.test",
      "accept-language": "de",
    });
  fc.assert(
    fc.property(requests, requests, (left, right) => {
      const [one, two] = [of(left), of(right)];
      if (!one || !two) throw new Error("a visitor's request");
      const { key: leftKey, ...leftParts } = one;
      const { key: rightKey, ...rightParts } = two;
      // What the answer is made from is in the key, and the key has no more.
      expect(leftKey === rightKey).toBe(JSON.stringify(leftParts) === JSON.stringify(rightParts));
      expect(JSON.stringify(one)).not.toContain("evil.test");
    }),
    { numRuns: 500 },
  );
});

test("what others append to follow people is not part of the address", () => {
  const one = ask("/forum?utm_source=x&sort=new&fbclid=1");
  expect(one?.url).toBe("/forum?sort=new");
  expect(one?.key).toBe(ask("/forum?sort=new")?.key);
  expect(ask("/forum?gclid=1")?.url).toBe("/forum");
  expect(ask("/search?q=utm_source")?.url).toBe("/search?q=utm_source");
});
