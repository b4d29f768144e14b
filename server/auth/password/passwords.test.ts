import { describe, expect, test } from "vitest";
import { AuthError } from "#core/accounts/auth-errors.ts";
import { createPasswords } from "./passwords.ts";

const passwords = createPasswords();

test("a password matches its own hash and no other", async () => {
  const stored = await passwords.hash("pässwörd 1");
  expect(await passwords.verify("pässwörd 1", stored)).toBe(true);
  expect(await passwords.verify("pässwörd 2", stored)).toBe(false);
  expect(await passwords.verify("", stored)).toBe(false);
});

test("a hash has OWASP's cost unless configured otherwise", async () => {
  expect(await passwords.hash("x")).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  const quickPasswords = createPasswords({ memoryKib: 8, passes: 1 });
  const stored = await quickPasswords.hash("x");
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=8,t=1,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  expect([await quickPasswords.verify("x", stored), await passwords.verify("x", stored)]).toEqual([
    true,
    true,
  ]);
  expect(await quickPasswords.verify("y", stored)).toBe(false);
});

test("two hashes of one password differ", async () => {
  expect(await passwords.hash("same")).not.toBe(await passwords.hash("same"));
});

test("a hash from the reference implementation's tests is accepted", async () => {
  const stored = "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc";
  expect(await passwords.verify("password", stored)).toBe(true);
});

describe("no password matches", () => {
  test.each([null, "", "plain", "$2b$10$abcdefghijklmnopqrstuv", "$argon2id$v=19$m=19456,t=2,p=1$$"])(
    "the stored value %s",
    async (stored) => {
      expect(await passwords.verify("", stored)).toBe(false);
      expect(await passwords.verify("plain", stored)).toBe(false);
    },
  );
});

test("a flood of requests is refused instead of queued without limit, and the next request is served", async () => {
  const outcomes = await Promise.allSettled(
    Array.from({ length: 230 }, () =>
      passwords.verify("x", "$argon2id$v=19$m=8,t=1,p=1$c29tZXNhbHQ$AAAAAAAAAAAAAAAA"),
    ),
  );
  const refused = outcomes.filter((outcome) => outcome.status === "rejected");
  expect(refused).toHaveLength(28);
  for (const { reason } of refused) expect((reason as AuthError).code).toBe("over_request_rate_limit");
  expect(refused[0]?.reason).toBeInstanceOf(AuthError);
  expect(await passwords.verify("x", null)).toBe(false);
});
