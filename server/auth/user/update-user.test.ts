import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AuthFixture, createAuthFixture } from "../testing.ts";

let fixture: AuthFixture;
beforeAll(async () => {
  fixture = await createAuthFixture();
});
afterAll(() => fixture.end());

const readProfileUsername = async (id: string) =>
  (await fixture.database.pool.query("select username from public.profiles where id = $1", [id])).rows[0]
    .username;

describe("metadata", () => {
  test("is merged at the top level, and null deletes a key", async () => {
    const { email, password } = await fixture.register();
    const client = fixture.client();
    await client.signInWithPassword({ email, password });
    await client.updateUser({ data: { city: "Oslo", likes: { tea: true } } });
    const { data, error } = await client.updateUser({ data: { city: null, likes: { rain: true } } });
    expect(error).toBeNull();
    expect(data.user?.user_metadata).toMatchObject({ email, likes: { rain: true } });
    expect(data.user?.user_metadata).not.toHaveProperty("city");
  });

  test("retains all concurrent changes", async () => {
    const { session } = await fixture.register();
    const keys = Array.from({ length: 8 }, (_, index) => `key${index}`);
    await Promise.all(
      keys.map((key) =>
        fixture.call("PUT", "/user", { token: session.access_token, body: { data: { [key]: true } } }),
      ),
    );
    const { body } = await fixture.call("GET", "/user", { token: session.access_token });
    expect(Object.keys(body.user_metadata)).toEqual(expect.arrayContaining(keys));
  });
});

describe("a username", () => {
  test("in the metadata changes the profile too", async () => {
    const { session } = await fixture.register();
    const response = await fixture.call("PUT", "/user", {
      token: session.access_token,
      body: { data: { username: "Ｒenamed" } },
    });
    expect(response.body.user_metadata.username).toBe("Renamed");
    expect(await readProfileUsername(session.user.id)).toBe("Renamed");
  });

  test("can be changed to a different case", async () => {
    const { session } = await fixture.register();
    for (const username of ["Case Mover", "case mover"]) {
      const response = await fixture.call("PUT", "/user", {
        token: session.access_token,
        body: { data: { username } },
      });
      expect(response.status).toBe(200);
      expect(await readProfileUsername(session.user.id)).toBe(username);
    }
  });

  test.each([
    ["taken", "username_taken"],
    ["a", "username_invalid"],
    ["root", "username_invalid"],
  ])("that is refused changes nothing: %s", async (username, code) => {
    const otherUser = await fixture.register();
    const { session, username: ownName } = await fixture.register();
    const response = await fixture.call("PUT", "/user", {
      token: session.access_token,
      body: {
        data: { city: "Oslo", username: username === "taken" ? otherUser.username.toUpperCase() : username },
      },
    });
    expect(response.body).toMatchObject({ code: 422, error_code: code });
    const { body } = await fixture.call("GET", "/user", { token: session.access_token });
    expect(body.user_metadata).not.toHaveProperty("city");
    expect([body.user_metadata.username, await readProfileUsername(session.user.id)]).toEqual([
      ownName,
      ownName,
    ]);
  });
});

describe("a new password", () => {
  test("replaces the old one and ends all other sessions", async () => {
    const { email, password, session } = await fixture.register();
    const client = fixture.client();
    await client.signInWithPassword({ email, password });
    expect((await client.updateUser({ password: "a better secret" })).error).toBeNull();
    expect((await client.getUser()).error).toBeNull();
    expect((await client.refreshSession()).error).toBeNull();
    expect((await fixture.call("GET", "/user", { token: session.access_token })).body.error_code).toBe(
      "session_not_found",
    );
    expect((await fixture.client().signInWithPassword({ email, password })).error?.code).toBe(
      "invalid_credentials",
    );
    expect(
      (await fixture.client().signInWithPassword({ email, password: "a better secret" })).error,
    ).toBeNull();
  });

  test.each([
    ["the old one", null, 422, "same_password"],
    ["a short one", "12345", 422, "weak_password"],
    ["a long one", "x".repeat(73), 400, "validation_failed"],
  ])("can't be %s", async (_what, password, status, code) => {
    const user = await fixture.register();
    const response = await fixture.call("PUT", "/user", {
      token: user.session.access_token,
      body: { password: password ?? user.password },
    });
    expect([response.status, response.body.error_code]).toEqual([status, code]);
    expect((await fixture.client().signInWithPassword(user)).error).toBeNull();
  });
});

describe("a change is refused", () => {
  test.each([
    ["of app_metadata", { app_metadata: { role: "admin" } }, 403, "not_admin"],
    ["of the phone number if phone sign-in is off", { phone: "4712345678" }, 400, "phone_provider_disabled"],
    ["to an invalid email address", { email: "nobody" }, 400, "validation_failed"],
    ["to metadata that is not an object", { data: "x" }, 400, "validation_failed"],
  ])("%s", async (_what, body, status, code) => {
    const { session } = await fixture.register();
    const response = await fixture.call("PUT", "/user", { token: session.access_token, body });
    expect([response.status, response.body.error_code]).toEqual([status, code]);
    const { body: user } = await fixture.call("GET", "/user", { token: session.access_token });
    expect(user).toMatchObject({ email: session.user.email, app_metadata: session.user.app_metadata });
  });

  test("to another user's email address", async () => {
    const otherUser = await fixture.register();
    const { session } = await fixture.register();
    const response = await fixture.call("PUT", "/user", {
      token: session.access_token,
      body: { email: otherUser.email },
    });
    expect(response.body).toMatchObject({ code: 422, error_code: "email_exists" });
  });

  test("without a token", async () => {
    expect((await fixture.call("PUT", "/user", { body: {} })).status).toBe(401);
  });
});

test("the user's own email address in a different case doesn't count as a change", async () => {
  const { session, email } = await fixture.register();
  const response = await fixture.call("PUT", "/user", {
    token: session.access_token,
    body: { email: email.toUpperCase(), phone: "" },
  });
  expect([response.status, response.body.email]).toEqual([200, email]);
});
