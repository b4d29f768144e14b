import { decodeJwt } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Member } from "#core/accounts/member.ts";
import { type AuthFixture, buildCookieHeader, createAuthFixture } from "../testing.ts";
import { createFactorSteps } from "../two-factor/factors.fixture.ts";

const CLIENT = { ip: "203.0.113.9", userAgent: "a test" };
let fixture: AuthFixture;
let strictSite: AuthFixture;
beforeAll(async () => {
  fixture = await createAuthFixture({ auth: { autoconfirm: true, emailSpacingSeconds: 0 } });
  strictSite = await createAuthFixture({
    database: fixture.database,
    auth: {
      autoconfirm: false,
      emailSpacingSeconds: 0,
      requireCurrentPassword: true,
      reauthentication: true,
    },
  });
});
afterAll(() => fixture.end());

async function registerMember(): Promise<{
  viewer: Member;
  password: string;
  session: Awaited<ReturnType<AuthFixture["register"]>>["session"];
}> {
  const { password, session } = await fixture.register();
  return { viewer: await getViewer(session), password, session };
}

async function getViewer(session: object): Promise<Member> {
  const identity = await fixture.auth.identify(buildCookieHeader(session));
  if (identity.state !== "member") throw new Error("not signed in");
  return identity.member;
}

const getAccount = () => fixture.auth.account;
const getErrorCode = (error: unknown) => (error as { code?: string }).code;
const getProfile = async (id: string) =>
  (await fixture.database.pool.query("select * from public.profiles where id = $1", [id])).rows[0];

describe("a username", () => {
  test("is changed in the profile, in the account and in the next token", async () => {
    const { viewer, session } = await registerMember();
    expect(await getAccount().rename(viewer, "Quiet Otter")).toEqual({
      username: "Quiet Otter",
      lostBadge: false,
    });
    expect(await getProfile(viewer.id)).toMatchObject({ username: "Quiet Otter" });
    const { body } = await fixture.call("POST", "/token?grant_type=refresh_token", {
      body: { refresh_token: session.refresh_token },
    });
    expect(body.user.user_metadata.username).toBe("Quiet Otter");
    expect(decodeJwt(body.access_token).user_metadata).toMatchObject({ username: "Quiet Otter" });
    // Another spelling of the member's own name isn't refused as taken.
    expect(await getAccount().rename({ ...viewer, username: "Quiet Otter" }, "quiet otter")).toMatchObject({
      username: "quiet otter",
    });
  });

  test.each([
    ["ab", "username_invalid"],
    ["Adm1n", "username_invalid"],
    [" blank", "username_invalid"],
    ["a\u0000bc", "username_invalid"],
  ])("%j is refused", async (name, code) => {
    const { viewer } = await registerMember();
    await expect(getAccount().rename(viewer, name)).rejects.toMatchObject({ code });
    expect(await getProfile(viewer.id)).toMatchObject({ username: viewer.username });
  });

  test("that looks like another member's is refused, and nothing changes", async () => {
    const { viewer, session } = await registerMember();
    const { viewer: otherViewer } = await registerMember();
    await getAccount().rename(otherViewer, "Bold Lynx");
    await expect(getAccount().rename(viewer, "bold Iynx")).rejects.toMatchObject({ code: "username_taken" });
    const { body } = await fixture.call("GET", "/user", { token: session.access_token });
    expect(body.user_metadata.username).toBe(viewer.username);
  });

  test("that three members choose simultaneously, in different spellings, goes to one of them", async () => {
    const members = await Promise.all([registerMember(), registerMember(), registerMember()]);
    const names = ["Night Heron", "night heron", "NIGHT HER0N"];
    const results = await Promise.allSettled(
      members.map(({ viewer }, index) => getAccount().rename(viewer, names[index] ?? "")),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const result of results)
      if (result.status === "rejected") expect(getErrorCode(result.reason)).toBe("username_taken");
  });

  test("can be changed at most ten times a day, and refused changes don't count", async () => {
    const limitedSite = await createAuthFixture({ database: fixture.database, auth: { rateLimits: true } });
    const { viewer } = await registerMember();
    const { viewer: otherViewer } = await registerMember();
    for (let round = 0; round < 12; round += 1)
      await expect(limitedSite.auth.account.rename(viewer, otherViewer.username)).rejects.toMatchObject({
        code: "username_taken",
      });
    for (let round = 0; round < 10; round += 1)
      await limitedSite.auth.account.rename(viewer, `Marten ${round}`);
    await expect(limitedSite.auth.account.rename(viewer, "Marten again")).rejects.toMatchObject({
      code: "too_many_requests",
    });
  });

  test("can't be changed while thirty of the member's earlier names are reserved", async () => {
    const limitedSite = await createAuthFixture({ database: fixture.database, auth: { rateLimits: true } });
    const { viewer } = await registerMember();
    for (let round = 0; round < 30; round += 1) {
      await limitedSite.auth.account.rename(viewer, `Stoat ${round}`);
      await fixture.database.pool.query("delete from auth.rate_limits where key like 'auth.rename:%'");
    }
    await expect(limitedSite.auth.account.rename(viewer, "Stoat again")).rejects.toMatchObject({
      code: "too_many_requests",
    });
  });
});

describe("an email change", () => {
  test("can be requested, shown, resent and canceled", async () => {
    const { viewer } = await registerMember();
    const email = fixture.newUser().email;
    await strictSite.auth.account.change(viewer, { email }, CLIENT);
    expect((await strictSite.auth.account.describe(viewer)).emailChange).toMatchObject({
      newEmail: email,
      unconfirmedAddresses: [email, viewer.email],
    });
    const firstEmail = await strictSite.getLastMessageTo(email);
    await strictSite.auth.account.resendEmailChange(viewer, CLIENT);
    const secondEmail = await strictSite.getLastMessageTo(email);
    expect(secondEmail.linkToken).not.toBe(firstEmail.linkToken);
    await strictSite.follow(secondEmail.link);
    expect((await strictSite.auth.account.describe(viewer)).emailChange).toMatchObject({
      unconfirmedAddresses: [viewer.email],
    });
    await strictSite.auth.account.cancelEmailChange(viewer);
    expect((await strictSite.auth.account.describe(viewer)).emailChange).toBeNull();
    // The confirmation link of the canceled change is also invalid.
    await strictSite.follow((await strictSite.getLastMessageTo(viewer.email ?? "")).link);
    expect((await strictSite.auth.account.describe(viewer)).email).toBe(viewer.email);
  });

  test("to a taken email address is refused", async () => {
    const { viewer } = await registerMember();
    const { viewer: otherViewer } = await registerMember();
    await expect(getAccount().change(viewer, { email: otherViewer.email ?? "" }, CLIENT)).rejects.toSatisfy(
      (error) => getErrorCode(error) === "email_exists",
    );
  });

  test("isn't resent if none is pending", async () => {
    const { viewer } = await registerMember();
    await getAccount().resendEmailChange(viewer, CLIENT);
    expect(await fixture.listMessagesTo(viewer.email ?? "")).toEqual([]);
  });
});

describe("a password", () => {
  test("can be changed only with the current one if the site requires it, and a new one ends the other sessions", async () => {
    const { viewer, password, session } = await registerMember();
    const { passwordChangeRequires } = await strictSite.auth.account.describe(viewer);
    expect(passwordChangeRequires).toEqual({ current: true, confirmation: null });
    const change = (fields: object) =>
      strictSite.auth.account.change(viewer, { password: "another long secret", ...fields }, CLIENT);
    await expect(change({})).rejects.toSatisfy(
      (error) => getErrorCode(error) === "current_password_required",
    );
    await expect(change({ currentPassword: "wrong" })).rejects.toSatisfy(
      (error) => getErrorCode(error) === "current_password_invalid",
    );
    const otherSession = await fixture.auth.signInWithPassword(
      { email: viewer.email ?? "", password },
      CLIENT,
    );
    await change({ currentPassword: password });
    expect(await getAccount().listSessions(viewer)).toHaveLength(1);
    expect((await fixture.auth.identify(buildCookieHeader(otherSession))).state).toBe("visitor");
    expect((await fixture.auth.identify(buildCookieHeader(session))).state).toBe("member");
  });
});

describe("sessions", () => {
  test("are listed with readable devices and locations, the current one first", async () => {
    const { viewer, password } = await registerMember();
    await fixture.auth.signInWithPassword(
      { email: viewer.email ?? "", password },
      {
        ip: "8.8.4.7",
        userAgent: "Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0",
      },
    );
    expect(await getAccount().listSessions(viewer)).toMatchObject([
      { isCurrent: true, device: "An unknown device", location: "Local network" },
      { isCurrent: false, device: "Firefox on Windows", location: "8.8.4.*" },
    ]);
  });

  test("can be ended individually, but not another member's or the current one", async () => {
    const { viewer, password } = await registerMember();
    const { viewer: stranger } = await registerMember();
    const otherSession = await fixture.auth.signInWithPassword(
      { email: viewer.email ?? "", password },
      CLIENT,
    );
    const { sessionId } = await getViewer(otherSession);
    await getAccount().endSession(stranger, sessionId);
    expect(await getAccount().listSessions(viewer)).toHaveLength(2);
    await getAccount().endSession(viewer, sessionId);
    await getAccount().endSession(viewer, sessionId);
    expect((await fixture.auth.identify(buildCookieHeader(otherSession))).state).toBe("visitor");
    await expect(getAccount().endSession(viewer, viewer.sessionId)).rejects.toMatchObject({
      code: "invalid_input",
    });
    await expect(getAccount().endSession(viewer, "x")).rejects.toMatchObject({ code: "invalid_input" });
  });

  test("can all be ended except the current one", async () => {
    const { viewer, password } = await registerMember();
    for (let round = 0; round < 3; round += 1)
      await fixture.auth.signInWithPassword({ email: viewer.email ?? "", password }, CLIENT);
    await getAccount().endOtherSessions(viewer);
    expect(await getAccount().listSessions(viewer)).toMatchObject([{ id: viewer.sessionId }]);
  });
});

test("a factor can be renamed only by its owner, and only to a unique name", async () => {
  const steps = createFactorSteps(fixture);
  const { client, factorId } = await steps.signInWithFactor();
  const session = (await client.getSession()).data.session ?? {};
  const viewer = await getViewer(session);
  const { viewer: stranger } = await registerMember();
  await getAccount().renameFactor(viewer, factorId, "  My phone ");
  await client.mfa.enroll({ factorType: "totp", friendlyName: "Tablet" });
  await expect(getAccount().renameFactor(viewer, factorId, "Tablet")).rejects.toSatisfy(
    (error) => getErrorCode(error) === "mfa_factor_name_conflict",
  );
  await expect(getAccount().renameFactor(stranger, factorId, "Mine")).rejects.toSatisfy(
    (error) => getErrorCode(error) === "mfa_factor_not_found",
  );
  expect((await getAccount().describe(viewer)).factors).toMatchObject([
    { id: factorId, name: "My phone", isVerified: true },
    { name: "Tablet", isVerified: false },
  ]);
});

test("the export contains no credentials", async () => {
  const { viewer, session } = await registerMember();
  const exportedJson = JSON.stringify(await getAccount().exportAccount(viewer));
  const { rows } = await fixture.database.pool.query(
    "select encrypted_password from auth.users where id = $1",
    [viewer.id],
  );
  for (const secret of [rows[0].encrypted_password, session.refresh_token, session.access_token])
    expect(exportedJson).not.toContain(secret);
  expect(exportedJson).toContain(viewer.email);
});

test("of more than a thousand sessions, only the newest are exported", async () => {
  const { viewer } = await registerMember();
  await fixture.database.pool.query(
    `insert into auth.sessions (user_id, amr, ip, created_at, last_seen_at)
     select user_id, amr, ip, created_at - make_interval(hours => age), last_seen_at
     from auth.sessions, generate_series(1, 1500) as age where id = $1`,
    [viewer?.sessionId],
  );
  const { sessions } = await getAccount().exportAccount(viewer);
  expect(sessions).toHaveLength(1_000);
  expect(sessions[0]?.id).toBe(viewer?.sessionId);
});

test("an ended session can't read or change the account", async () => {
  const { viewer, session } = await registerMember();
  await fixture.auth.signOut(session.access_token, "global");
  for (const action of [
    () => getAccount().describe(viewer),
    () => getAccount().change(viewer, { password: "a new long secret" }, CLIENT),
    () => getAccount().cancelEmailChange(viewer),
    () => getAccount().exportAccount(viewer),
    () => getAccount().deleteAccount(viewer, { username: viewer.username, password: "", code: "" }, CLIENT),
  ])
    await expect(action()).rejects.toMatchObject({ code: "not_signed_in" });
});
