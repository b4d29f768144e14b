import fc from "fast-check";
import { expect, test } from "vitest";
import {
  clearSessionCookies,
  decodeSessionCookies,
  encodeSessionCookies,
  serializeSession,
} from "./session-cookie.ts";

/** Simulates a browser's cookie jar: stores, replaces and removes cookies. */
function createJar() {
  const cookies = new Map<string, string>();
  return {
    set(headers: readonly string[]) {
      for (const cookie of headers) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*);/.exec(cookie) ?? [];
        if (cookie.includes("Max-Age=0;")) cookies.delete(name);
        else cookies.set(name, value);
      }
    },
    header: () => [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
    names: () => [...cookies.keys()],
  };
}

test("the last stored value is read back, regardless of earlier values and the cookies' order", () => {
  const text = fc.string({ unit: "binary", maxLength: 3_000 }).filter((value) => value.isWellFormed());
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), (values) => {
      fc.pre(values.every((value) => new TextEncoder().encode(value).length < 8_500));
      const jar = createJar();
      for (const value of values) jar.set(encodeSessionCookies(value));
      const shuffledHeader = ["theme=dark", ...jar.header().split("; ").reverse(), "a=b=c"].join("; ");
      expect(decodeSessionCookies(shuffledHeader)).toBe(values.at(-1));
    }),
    { numRuns: 40 },
  );
});

test("a cleared session leaves no cookie", () => {
  const jar = createJar();
  jar.set(encodeSessionCookies("x".repeat(6_000)));
  expect(jar.names().length).toBeGreaterThan(1);
  jar.set(clearSessionCookies());
  expect(jar.names()).toEqual([]);
  expect(decodeSessionCookies(jar.header())).toBeNull();
});

test.each([10, 2_000, 2_300, 5_000, 8_900])(
  "each cookie of a session of %i characters is within browsers' limits",
  (length) => {
    for (const cookie of encodeSessionCookies("x".repeat(length))) {
      expect(cookie.length).toBeLessThan(4_096);
      expect(cookie).toMatch(/^lattice-session(\.\d)?=[\w.-]*; Path=\/; Max-Age=\d+; SameSite=Lax$/);
    }
  },
);

test("a session too large for request headers is rejected", () => {
  expect(() => encodeSessionCookies("x".repeat(20_000))).toThrow(RangeError);
});

test.each([
  "",
  "lattice-session=",
  "lattice-session=v1.1.%%%",
  "lattice-session=v1.1.gICA",
  "lattice-session=v2.1.eA",
  "lattice-session=v1.2.eA",
  "lattice-session.0=v1.1.eA",
  "lattice-session.0=v1.2.eA",
  "lattice-session.1=eA",
  "other-lattice-session=v1.1.eA",
])("a missing or invalid session cookie yields null: %s", (header) => {
  expect(decodeSessionCookies(header)).toBeNull();
});

test("the stored text contains the tokens but not the user", () => {
  const value = serializeSession({ access_token: "a", refresh_token: "r", user: { id: "1" } });
  expect(JSON.parse(value)).toEqual({ access_token: "a", refresh_token: "r" });
});
