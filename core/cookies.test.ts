import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  clearSessionCookies,
  decodeSessionCookies,
  encodeSessionCookies,
} from "./accounts/session-cookie.ts";
import { addHostPrefix, readHostCookies } from "./cookies.ts";

const https = { secure: true };
const http = { secure: false };

/** Returns the `name=value` part of each Set-Cookie header, except for headers that delete a cookie. */
const toPairs = (cookies: readonly string[], options: { secure: boolean }) =>
  cookies
    .filter((cookie) => !cookie.includes("Max-Age=0"))
    .map((cookie) => addHostPrefix(cookie, options).split(";")[0] ?? "");

const tokens = fc
  .string({ unit: "binary", minLength: 1, maxLength: 2_500 })
  .filter((value) => value.isWellFormed());
/** Prefixes that a sibling subdomain may use to make a lenient parser mistake its cookie for ours. */
const disguise = fc.constantFrom(
  "",
  "\u00a0",
  "\u2000",
  "\ufeff",
  "\u0085",
  "\v",
  "__host-",
  "__HOST-",
  "__Secure-",
  "=",
);

describe("over https", () => {
  test("session cookies planted by a sibling subdomain never replace or corrupt ours, no matter how many there are or what order they come in", () => {
    fc.assert(
      fc.property(
        tokens,
        fc.array(fc.tuple(tokens, disguise), { maxLength: 3 }),
        fc.infiniteStream(fc.nat()),
        (ownTokens, plantedTokens, order) => {
          const allPairs = [
            ...toPairs(encodeSessionCookies(ownTokens), https),
            ...plantedTokens.flatMap(([value, prefix]) =>
              toPairs(encodeSessionCookies(value), http).map((pair) => prefix + pair),
            ),
          ];
          const shuffledPairs = allPairs
            .map((pair) => [order.next().value ?? 0, pair] as const)
            .sort(([one], [other]) => one - other)
            .map(([, pair]) => pair);
          expect(decodeSessionCookies(readHostCookies(shuffledPairs.join("; "), https))).toBe(ownTokens);
          const otherPairs = shuffledPairs.filter((pair) => !pair.startsWith("__Host-"));
          expect(decodeSessionCookies(readHostCookies(otherPairs.join("; "), https))).toBeNull();
        },
      ),
      { numRuns: 50 },
    );
  });

  test("each cookie has the prefix, Secure and Path=/, and no domain", () => {
    for (const cookie of [...encodeSessionCookies("x".repeat(5_000)), ...clearSessionCookies()]) {
      const header = addHostPrefix(cookie, https);
      expect(header).toMatch(
        /^__Host-lattice-session(\.\d)?=[\w.-]*; Path=\/; Max-Age=\d+; SameSite=Lax; Secure$/,
      );
      expect(header.length).toBeLessThan(4_096);
    }
  });
});

describe("over http", () => {
  test("names have no prefix, and the first of several cookies with the same name is used", () => {
    expect(addHostPrefix("theme=dark; Path=/", http)).toBe("theme=dark; Path=/");
    const [one = ""] = toPairs(encodeSessionCookies("one"), http);
    const [two = ""] = toPairs(encodeSessionCookies("two"), http);
    expect(decodeSessionCookies(readHostCookies(`${one}; ${two}`, http))).toBe("one");
    expect(decodeSessionCookies(readHostCookies(`a=b; ${two}; ${one}`, http))).toBe("two");
  });

  test("a prefixed cookie takes precedence over cookies without a prefix", () => {
    expect(readHostCookies("theme=dark;\ttheme=light; __Host-theme=system", http)).toBe(
      "theme=system; theme=dark; theme=light",
    );
  });
});

test("only blanks around a cookie are removed, in linear time", () => {
  const blanks = " \t".repeat(500_000);
  expect(readHostCookies(`${blanks}a=b${blanks}c;${blanks}`, http)).toBe(`a=b${blanks}c; `);
});

test("over https, a header without prefixed cookies yields no cookies", () => {
  expect(readHostCookies("", https)).toBe("");
  expect(readHostCookies("theme=dark; lattice-notice=welcome-back", https)).toBe("");
});
