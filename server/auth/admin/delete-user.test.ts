import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { computeTotp, getTimeStep } from "../two-factor/totp.ts";
import { type AdminFixture, createAdminFixture } from "./admin.fixture.ts";

let fixture: AdminFixture["fixture"];
let admin: AdminFixture["admin"];
let call: AdminFixture["call"];
let createUser: AdminFixture["createUser"];
let getProfile: AdminFixture["getProfile"];
beforeAll(async () => {
  ({ fixture, admin, call, createUser, getProfile } = await createAdminFixture());
});
afterAll(() => fixture.end());

describe("deleting a user", () => {
  const countMembers = async () =>
    (
      await fixture.database.pool.query(
        "select coalesce(sum(amount), 0)::int as n from public.daily_counts where name = 'members'",
      )
    ).rows[0].n;

  const expireReservations = () =>
    fixture.database.pool.query("update public.released_usernames set reserved_until = 'epoch'");

  test("hard-deletes by default, which removes the account with its profile and releases the address; the name stays reserved", async () => {
    const { email, username, password, session } = await fixture.register();
    const before = await countMembers();
    const { error } = await admin.deleteUser(session.user.id);
    expect(error).toBeNull();
    expect((await call("GET", `/${session.user.id}`)).status).toBe(404);
    expect(await getProfile(session.user.id)).toBeUndefined();
    expect(await countMembers()).toBe(before - 1);
    expect((await fixture.call("GET", "/user", { token: session.access_token })).body.error_code).toBe(
      "user_not_found",
    );
    const signUpAgain = () => fixture.client().signUp({ email, password, options: { data: { username } } });
    expect((await signUpAgain()).error?.code).toBe("username_taken");
    await expireReservations();
    expect((await signUpAgain()).error).toBeNull();
  });

  test("soft-deletes on request, which leaves an anonymous row and releases the address; the name stays reserved", async () => {
    const { email, username, password, session } = await fixture.register();
    const { id } = session.user;
    const before = await countMembers();
    expect((await admin.deleteUser(id, true)).error).toBeNull();
    expect((await admin.deleteUser(id, true)).error).toBeNull();
    expect(await countMembers()).toBe(before - 1);
    const { body } = await call("GET", `/${id}`);
    expect(body).toMatchObject({ id, user_metadata: {}, app_metadata: {}, deleted_at: expect.any(String) });
    expect(JSON.stringify(body)).not.toContain(email);
    expect(await getProfile(id)).toMatchObject({
      username: expect.stringMatching(/^deleted_\d{12}$/),
      bio: "",
    });
    expect((await fixture.call("GET", "/user", { token: session.access_token })).status).toBe(403);
    expect((await fixture.client().signInWithPassword({ email, password })).error?.code).toBe(
      "invalid_credentials",
    );
    const signUpAgain = () => fixture.client().signUp({ email, password, options: { data: { username } } });
    expect((await signUpAgain()).error?.code).toBe("username_taken");
    await expireReservations();
    expect((await signUpAgain()).error).toBeNull();
  });

  test("needs no body", async () => {
    const user = await createUser();
    const response = await call("DELETE", `/${user.id}`);
    expect([response.status, response.body]).toEqual([200, {}]);
  });
});

describe("factors of a user", () => {
  async function createUserWithFactor() {
    const { email, password } = await fixture.register();
    const client = fixture.client();
    await client.signInWithPassword({ email, password });
    const { data } = await client.mfa.enroll({ factorType: "totp", friendlyName: "Lost" });
    if (!data) throw new Error("no factor");
    const code = computeTotp(data.totp.secret, getTimeStep(fixture.clock.now()));
    await client.mfa.challengeAndVerify({ factorId: data.id, code });
    const userId = (await client.getUser()).data.user?.id ?? "";
    return { client, userId, id: data.id, secret: data.totp.secret };
  }

  test("are listed without their secrets; the list may be empty", async () => {
    const { userId, id, secret } = await createUserWithFactor();
    const { data, error } = await admin.mfa.listFactors({ userId });
    expect(error).toBeNull();
    expect(data?.factors).toMatchObject([{ id, friendly_name: "Lost", status: "verified" }]);
    expect(JSON.stringify(data)).not.toContain(secret);
    expect((await call("GET", `/${(await createUser()).id}/factors`)).body).toEqual([]);
  });

  test("can be renamed, unless another factor has the name", async () => {
    const { client, userId, id } = await createUserWithFactor();
    await client.mfa.enroll({ factorType: "totp", friendlyName: "Other" });
    const renameResponse = await call("PUT", `/${userId}/factors/${id}`, { friendly_name: "Found" });
    expect(renameResponse.body).toMatchObject({ id, friendly_name: "Found" });
    const conflict = await call("PUT", `/${userId}/factors/${id}`, { friendly_name: "Other" });
    expect(conflict.body).toMatchObject({ code: 422, error_code: "mfa_factor_name_conflict" });
  });

  test("can be removed, and sessions that they upgraded return to aal1", async () => {
    const { client, userId, id } = await createUserWithFactor();
    const { data, error } = await admin.mfa.deleteFactor({ userId, id });
    expect(error).toBeNull();
    // The client wraps the response in another `data`.
    expect(data).toMatchObject({ data: { id } });
    await client.refreshSession();
    expect((await client.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: "aal1",
      nextLevel: "aal1",
    });
  });

  test("are not found for another user", async () => {
    const { id } = await createUserWithFactor();
    const otherUser = await createUser();
    for (const method of ["PUT", "DELETE"])
      expect((await call(method, `/${otherUser.id}/factors/${id}`, {})).body).toMatchObject({
        code: 404,
        error_code: "mfa_factor_not_found",
      });
  });
});
