import { describe, expect, test } from "vitest";
import { purposeOfSession, readLanding } from "./read-landing.ts";

const tokenOf = (claims: object) => `x.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.y`;

describe("the end of a link is read from its address:", () => {
  test("a code to be traded", () => {
    expect(readLanding("?for=recovery&code=abc", "")).toEqual({ kind: "code", code: "abc" });
  });

  test("a refusal, in query or fragment, before anything else", () => {
    const refused = { kind: "refused", code: "otp_expired", message: "Token has expired or is invalid" };
    const said =
      "error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired";
    expect(readLanding(`?code=abc&${said}`, "")).toEqual(refused);
    expect(readLanding("", `#${said}&sb=`)).toEqual(refused);
  });

  test.each(["zzz", "toString", "otp_expired"])(
    "a refusal (%s), never in words that the address brings",
    (code) => {
      for (const [search, hash] of [
        [`?error_code=${code}&error_description=Call+us+now`, ""],
        ["", `#error=${code}&error_description=Call+us+now`],
      ] as const)
        expect(JSON.stringify(readLanding(search, hash))).not.toContain("Call us");
    },
  );

  test("tokens, from the fragment alone, and nothing that they claim", () => {
    const accessToken = tokenOf({ email: "victim@example.org", exp: 1 });
    const hash = `#access_token=${accessToken}&refresh_token=r&type=recovery&email=victim%40example.org`;
    expect(readLanding("?for=invite", hash)).toEqual({ kind: "tokens", accessToken, refreshToken: "r" });
    expect(readLanding(`?access_token=${accessToken}&refresh_token=r`, "")).toEqual({ kind: "nothing" });
    expect(readLanding("", `#access_token=${accessToken}`)).toEqual({ kind: "nothing" });
  });

  test("the first half of a change of address", () => {
    expect(readLanding("", "#message=Confirmation+link+accepted.&sb=")).toEqual({ kind: "half" });
  });

  test.each(["", "?for=recovery", "?next=%2Fforum"])("nothing (%j)", (search) => {
    expect(readLanding(search, "")).toEqual({ kind: "nothing" });
  });
});

test("what a traded code was for is what its session says, and an invitation stays one", () => {
  const by = (method: string) => tokenOf({ amr: [{ method, timestamp: 1 }] });
  expect(purposeOfSession(by("recovery"), "magic-link")).toBe("recovery");
  expect(purposeOfSession(by("email_change"), undefined)).toBe("email-change");
  expect(purposeOfSession(by("email/signup"), undefined)).toBe("signup");
  expect(purposeOfSession(by("email/signup"), "invite")).toBe("invite");
  expect(purposeOfSession(by("sso/saml"), undefined)).toBe("magic-link");
  expect(purposeOfSession("no token", "recovery")).toBe("magic-link");
});
