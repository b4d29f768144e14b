import { Secret } from "otpauth";
import { expect, test } from "vitest";
import { buildTotpUri, computeTotp, createTotpSecret, getTimeStep, matchTotp } from "./totp.ts";

const RFC_SECRET = Secret.fromLatin1("12345678901234567890").base32;

// Uses the SHA-1 rows of RFC 6238, appendix B, and the last six digits of their codes.
test.each([
  [59, "287082"],
  [1_111_111_109, "081804"],
  [1_111_111_111, "050471"],
  [1_234_567_890, "005924"],
  [2_000_000_000, "279037"],
  [20_000_000_000, "353130"],
])("at %i seconds the code is the RFC's %s", (seconds, code) => {
  expect(computeTotp(RFC_SECRET, getTimeStep(new Date(seconds * 1000)))).toBe(code);
});

test("a code is valid only in its own time step and the two adjacent ones", () => {
  const step = 40_000_000;
  const code = computeTotp(RFC_SECRET, step);
  const getTime = (offset: number) => new Date((step + offset) * 30_000);
  expect([-2, -1, 0, 1, 2].map((offset) => matchTotp(RFC_SECRET, code, getTime(offset), null))).toEqual([
    undefined,
    step,
    step,
    step,
    undefined,
  ]);
});

test("neither the last accepted code nor an earlier one is accepted again", () => {
  const step = 40_000_000;
  const now = new Date(step * 30_000);
  const computeCode = (offset: number) => computeTotp(RFC_SECRET, step + offset);
  expect(matchTotp(RFC_SECRET, computeCode(0), now, step)).toBeUndefined();
  expect(matchTotp(RFC_SECRET, computeCode(-1), now, step)).toBeUndefined();
  expect(matchTotp(RFC_SECRET, computeCode(1), now, step)).toBe(step + 1);
});

test("a secret has 160 random bits, and its URI encodes the issuer and the account", () => {
  const secret = createTotpSecret();
  expect(Secret.fromBase32(secret).bytes).toHaveLength(20);
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
