import { expect, test } from "vitest";
import {
  buildTotpUri,
  computeTotp,
  createTotpSecret,
  fromBase32,
  getTimeStep,
  matchTotp,
  toBase32,
} from "./totp.ts";

const RFC_SECRET = Buffer.from("12345678901234567890");

// RFC 6238, appendix B, the rows of SHA-1.
test.each([
  [59, "94287082"],
  [1_111_111_109, "07081804"],
  [1_111_111_111, "14050471"],
  [1_234_567_890, "89005924"],
  [2_000_000_000, "69279037"],
  [20_000_000_000, "65353130"],
])("at %i seconds the code is the RFC's %s", (seconds, code) => {
  expect(computeTotp(RFC_SECRET, getTimeStep(new Date(seconds * 1000)), 8)).toBe(code);
});

// RFC 4648, section 10, without the padding.
test.each([
  ["", ""],
  ["f", "MY"],
  ["fo", "MZXQ"],
  ["foo", "MZXW6"],
  ["foob", "MZXW6YQ"],
  ["fooba", "MZXW6YTB"],
  ["foobar", "MZXW6YTBOI"],
])("base32 of %j is %j, and back", (text, encoded) => {
  expect(toBase32(Buffer.from(text))).toBe(encoded);
  expect(fromBase32(encoded).toString()).toBe(text);
});

test("a code is valid in its own time step and its neighbors only", () => {
  const secret = toBase32(RFC_SECRET);
  const step = 40_000_000;
  const code = computeTotp(RFC_SECRET, step);
  const getTime = (offset: number) => new Date((step + offset) * 30_000);
  expect([-2, -1, 0, 1, 2].map((offset) => matchTotp(secret, code, getTime(offset), null))).toEqual([
    undefined,
    step,
    step,
    step,
    undefined,
  ]);
});

test("neither the last accepted code nor an earlier one is accepted again", () => {
  const secret = toBase32(RFC_SECRET);
  const step = 40_000_000;
  const now = new Date(step * 30_000);
  const code = (offset: number) => computeTotp(RFC_SECRET, step + offset);
  expect(matchTotp(secret, code(0), now, step)).toBeUndefined();
  expect(matchTotp(secret, code(-1), now, step)).toBeUndefined();
  expect(matchTotp(secret, code(1), now, step)).toBe(step + 1);
});

test("a secret has 160 random bits, and its URI encodes issuer and account", () => {
  const secret = createTotpSecret();
  expect(fromBase32(secret)).toHaveLength(20);
  expect(createTotpSecret()).not.toBe(secret);
  const uri = new URL(buildTotpUri(secret, { issuer: "A & B?", account: "ann+1@example.org" }));
  expect(uri.protocol).toBe("otpauth:");
  expect(decodeURIComponent(uri.pathname)).toContain("A & B?:ann+1@example.org");
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    secret,
    issuer: "A & B?",
    algorithm: "SHA1",
    digits: "6",
    period: "30",
  });
  expect(uri.search).not.toContain("+");
});
