import { describe, expect, test } from "vitest";
import { AuthError } from "#core/accounts/auth-errors.ts";
import { createPasswords } from "./passwords.ts";

const passwords = createPasswords();

test("a password matches its own hash and no other", async () => {
  const storedHash = await passwords.hash("pässwörd 1");
  expect(await passwords.verify("pässwörd 1", storedHash)).toBe(true);
  expect(await passwords.verify("pässwörd 2", storedHash)).toBe(false);
  expect(await passwords.verify("", storedHash)).toBe(false);
});

test("a hash has OWASP's cost unless configured otherwise", async () => {
  expect(await passwords.hash("x")).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  const quickPasswords = createPasswords({ memoryKib: 8, passes: 1 });
  const storedHash = await quickPasswords.hash("x");
  expect(storedHash).toMatch(/^\$argon2id\$v=19\$m=8,t=1,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  expect([await quickPasswords.verify("x", storedHash), await passwords.verify("x", storedHash)]).toEqual([
    true,
    true,
  ]);
  expect(await quickPasswords.verify("y", storedHash)).toBe(false);
});

test("two hashes of one password differ", async () => {
  expect(await passwords.hash("same")).not.toBe(await passwords.hash("same"));
});

test("a hash from the reference implementation's tests is accepted", async () => {
  const storedHash = "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc";
  expect(await passwords.verify("password", storedHash)).toBe(true);
});

describe("no password matches", () => {
  test.each([null, "", "plain", "$2b$10$abcdefghijklmnopqrstuv", "$argon2id$v=19$m=19456,t=2,p=1$$"])(
    "the stored value %s",
    async (storedHash) => {
      expect(await passwords.verify("", storedHash)).toBe(false);
      expect(await passwords.verify("plain", storedHash)).toBe(false);
    },
  );
});

test("requests that exceed the queue's limit are refused, and later requests are served", async () => {
  const outcomes = await Promise.allSettled(
    Array.from({ length: 230 }, () =>
      passwords.verify("x", "$argon2id$v=19$m=8,t=1,p=1$c29tZXNhbHQ$AAAAAAAAAAAAAAAA"),
    ),
  );
  const refusedOutcomes = outcomes.filter((outcome) => outcome.status === "rejected");
  expect(refusedOutcomes).toHaveLength(28);
  for (const { reason } of refusedOutcomes)
    expect((reason as AuthError).code).toBe("over_request_rate_limit");
  expect(refusedOutcomes[0]?.reason).toBeInstanceOf(AuthError);
  expect(await passwords.verify("x", null)).toBe(false);
});
