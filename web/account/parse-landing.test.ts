import { describe, expect, test } from "vitest";
import { getSessionPurpose, parseLanding } from "./parse-landing.ts";

const createToken = (claims: object) => `x.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.y`;

describe("the outcome of a link is read from its URL:", () => {
  test("a code to exchange", () => {
    expect(parseLanding("?for=recovery&code=abc", "")).toEqual({ kind: "code", code: "abc" });
  });

  test("an error, in the query or the fragment, takes precedence", () => {
    const refusal = { kind: "refused", code: "otp_expired", message: "Token has expired or is invalid" };
    const query =
      "error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired";
    expect(parseLanding(`?code=abc&${query}`, "")).toEqual(refusal);
    expect(parseLanding("", `#${query}&sb=`)).toEqual(refusal);
  });

  test.each(["zzz", "toString", "otp_expired"])("an error (%s) never uses text from the URL", (code) => {
    for (const [search, hash] of [
      [`?error_code=${code}&error_description=Call+us+now`, ""],
      ["", `#error=${code}&error_description=Call+us+now`],
    ] as const)
      expect(JSON.stringify(parseLanding(search, hash))).not.toContain("Call us");
  });

  test("tokens are read from the fragment only, without their claims", () => {
    const accessToken = createToken({ email: "victim@example.org", exp: 1 });
    const hash = `#access_token=${accessToken}&refresh_token=r&type=recovery&email=victim%40example.org`;
    expect(parseLanding("?for=invite", hash)).toEqual({ kind: "tokens", accessToken, refreshToken: "r" });
    expect(parseLanding(`?access_token=${accessToken}&refresh_token=r`, "")).toEqual({ kind: "nothing" });
    expect(parseLanding("", `#access_token=${accessToken}`)).toEqual({ kind: "nothing" });
  });

  test("the first of two confirmations of an email change", () => {
    expect(parseLanding("", "#message=Confirmation+link+accepted.&sb=")).toEqual({ kind: "partial" });
  });

  test.each(["", "?for=recovery", "?next=%2Fforum"])("nothing (%j)", (search) => {
    expect(parseLanding(search, "")).toEqual({ kind: "nothing" });
  });
});

test("a session's purpose is read from its token, but an invitation stays an invitation", () => {
  const createSessionToken = (method: string) => createToken({ amr: [{ method, timestamp: 1 }] });
  expect(getSessionPurpose(createSessionToken("recovery"), "magic-link")).toBe("recovery");
  expect(getSessionPurpose(createSessionToken("email_change"), undefined)).toBe("email-change");
  expect(getSessionPurpose(createSessionToken("email/signup"), undefined)).toBe("signup");
  expect(getSessionPurpose(createSessionToken("email/signup"), "invite")).toBe("invite");
  expect(getSessionPurpose(createSessionToken("sso/saml"), undefined)).toBe("magic-link");
  expect(getSessionPurpose(createSessionToken("constructor"), undefined)).toBe("magic-link");
  expect(getSessionPurpose("no token", "recovery")).toBe("magic-link");
});
