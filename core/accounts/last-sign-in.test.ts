import { expect, test } from "vitest";
import { createLastSignInCookie, parseLastSignIn } from "./last-sign-in.ts";

test.each(["password", "email", "sso", "github", "custom:acme"])(
  "the sign-in method %s is remembered",
  (method) => {
    const [, value] = /^last-sign-in=([^;]+);/.exec(createLastSignInCookie(method)) ?? [];
    expect(parseLastSignIn(value)).toBe(method);
  },
);

test.each([undefined, "", "<script>", "ann@example.org", "x".repeat(41)])(
  "the invalid value %s is ignored",
  (value) => {
    expect(parseLastSignIn(value)).toBeNull();
  },
);
