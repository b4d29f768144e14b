import { expect, test } from "vitest";
import { AUTH_ERRORS, AuthError, type AuthErrorCode } from "./accounts/auth-errors.ts";
import { AppError, ERRORS, type ErrorCode } from "./errors.ts";
import { ExpectedError } from "./expected-error.ts";
import { STORAGE_ERRORS, StorageError, type StorageErrorCode } from "./storage/storage-errors.ts";

const KINDS = [
  { table: ERRORS, create: (code: string) => new AppError(code as ErrorCode) },
  { table: AUTH_ERRORS, create: (code: string) => new AuthError(code as AuthErrorCode) },
  { table: STORAGE_ERRORS, create: (code: string) => new StorageError(code as StorageErrorCode) },
];

test("an error has the status and the message that its table lists for the code", () => {
  for (const { table, create } of KINDS)
    for (const [code, entry] of Object.entries(table)) {
      const statuses = "statuses" in entry ? entry.statuses : [entry.status];
      const error = create(code);
      expect(error).toBeInstanceOf(ExpectedError);
      expect([error.code, statuses, error.message]).toEqual([
        code,
        expect.arrayContaining([error.status]),
        entry.message,
      ]);
    }
});

test("a code or status that isn't in the table is a type error", () => {
  // @ts-expect-error: not one of the site's codes.
  expect(() => new AppError("weak_password")).toThrow();
  // @ts-expect-error: not one of the codes of /auth/v1.
  expect(() => new AuthError("post_locked")).toThrow();
  // @ts-expect-error: not one of the statuses of bad_jwt.
  expect(new AuthError("bad_jwt", { status: 418 })).toBeInstanceOf(ExpectedError);
});
