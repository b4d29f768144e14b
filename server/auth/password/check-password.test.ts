import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AuthFixture, createAuthFixture } from "../testing.ts";

let fixture: AuthFixture;
let strictSite: AuthFixture;
beforeAll(async () => {
  fixture = await createAuthFixture();
  strictSite = await createAuthFixture({
    database: fixture.database,
    auth: { password: { minLength: 8, characterSets: ["abcdefghijklmnopqrstuvwxyz", "0123456789"] } },
  });
});
afterAll(() => fixture.end());

describe("a new password must follow the rules", () => {
  test("on length, characters, common passwords and personal data, and the error names each broken rule", async () => {
    const { session, email, username } = await fixture.register();
    const token = session.access_token;
    for (const [password, reasons] of [
      ["12345", ["length"]],
      ["Password1", ["pwned"]],
      [email, ["personal"]],
      [`${username}!`, ["personal"]],
    ] as const) {
      const response = await fixture.call("PUT", "/user", { token, body: { password } });
      expect([response.status, response.body.error_code]).toEqual([422, "weak_password"]);
      expect(response.body.weak_password).toEqual({ reasons });
    }
    const response = await strictSite.call("POST", "/signup", {
      body: { email: "weak@example.org", password: "1234" },
    });
    expect(response.body).toMatchObject({
      error_code: "weak_password",
      weak_password: { reasons: ["length", "characters"] },
    });
  });

  test("at sign-up too, with an error in the format that the official client reads", async () => {
    const { error } = await fixture.client().signUp({
      email: "jonathan.doe@example.org",
      password: "Jonathan.Doe99",
    });
    expect(error).toMatchObject({ name: "AuthWeakPasswordError", reasons: ["personal"] });
  });

  test("but an existing weak password still works for signing in, with a warning", async () => {
    const { email, password } = await fixture.register();
    const { body } = await strictSite.call("POST", "/token?grant_type=password", {
      body: { email, password },
    });
    expect(body.access_token).toEqual(expect.any(String));
    expect(body.weak_password).toBeUndefined();
    const longerPasswordSite = await createAuthFixture({
      database: fixture.database,
      auth: { password: { minLength: 20, characterSets: [] } },
    });
    const weakSignIn = await longerPasswordSite.call("POST", "/token?grant_type=password", {
      body: { email, password },
    });
    expect(weakSignIn.body).toMatchObject({
      access_token: expect.any(String),
      weak_password: { reasons: ["length"] },
    });
  });
});
