import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Member } from "#core/accounts/member.ts";
import { type AuthFixture, buildCookieHeader, createAuthFixture } from "../testing.ts";
import { createFactorSteps } from "../two-factor/factors.fixture.ts";

const CLIENT = { ip: "203.0.113.9", userAgent: "a test" };
let fixture: AuthFixture;
let strict: AuthFixture;
beforeAll(async () => {
  fixture = await createAuthFixture({ auth: { autoconfirm: true, emailSpacingSeconds: 0 } });
  strict = await createAuthFixture({
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

const own = () => fixture.auth.account;
const refusal = (error: unknown) => (error as { code?: string }).code;
const getProfile = async (id: string) =>
  (await fixture.database.pool.query("select * from public.profiles where id = $1", [id])).rows[0];

describe("a username", () => {
  test("changes in the profile, in the account and in the next token", async () => {
    const { viewer, session } = await registerMember();
    expect(await own().rename(viewer, "Quiet Otter")).toEqual({ username: "Quiet Otter", lostBadge: false });
    expect(await getProfile(viewer.id)).toMatchObject({ username: "Quiet Otter" });
    const { body } = await fixture.call("POST", "/token?grant_type=refresh_token", {
      body: { refresh_token: session.refresh_token },
    });
    expect(body.user.user_metadata.username).toBe("Quiet Otter");
    // Another spelling of the member's own name doesn't count as a change.
    expect(await own().rename({ ...viewer, username: "Quiet Otter" }, "quiet otter")).toMatchObject({
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
    await expect(own().rename(viewer, name)).rejects.toMatchObject({ code });
    expect(await getProfile(viewer.id)).toMatchObject({ username: viewer.username });
  });

  test("that looks like another's is refused, and nothing changes", async () => {
    const { viewer, session } = await registerMember();
    const { viewer: other } = await registerMember();
    await own().rename(other, "Bold Lynx");
    await expect(own().rename(viewer, "bold Iynx")).rejects.toMatchObject({ code: "username_taken" });
    const { body } = await fixture.call("GET", "/user", { token: session.access_token });
    expect(body.user_metadata.username).toBe(viewer.username);
  });

  test("that three members choose simultaneously, in different spellings, goes to one of them", async () => {
    const people = await Promise.all([registerMember(), registerMember(), registerMember()]);
    const names = ["Night Heron", "night heron", "NIGHT HER0N"];
    const results = await Promise.allSettled(
      people.map(({ viewer }, index) => own().rename(viewer, names[index] ?? "")),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const result of results)
      if (result.status === "rejected") expect(refusal(result.reason)).toBe("username_taken");
  });

  test("can only be changed a limited number of times, and refused changes don't count", async () => {
    const limited = await createAuthFixture({ database: fixture.database, auth: { rateLimits: true } });
    const { viewer } = await registerMember();
    const { viewer: other } = await registerMember();
    for (let round = 0; round < 12; round += 1)
      await expect(limited.auth.account.rename(viewer, other.username)).rejects.toMatchObject({
        code: "username_taken",
      });
    for (let round = 0; round < 10; round += 1) await limited.auth.account.rename(viewer, `Marten ${round}`);
    await expect(limited.auth.account.rename(viewer, "Marten again")).rejects.toMatchObject({
      code: "too_many_requests",
    });
  });

  test("can leave at most thirty earlier names reserved at a time", async () => {
    const limited = await createAuthFixture({ database: fixture.database, auth: { rateLimits: true } });
    const { viewer } = await registerMember();
    for (let round = 0; round < 30; round += 1) {
      await limited.auth.account.rename(viewer, `Stoat ${round}`);
      await fixture.database.pool.query("delete from auth.rate_limits where key like 'auth.rename:%'");
    }
    await expect(limited.auth.account.rename(viewer, "Stoat again")).rejects.toMatchObject({
      code: "too_many_requests",
    });
  });
});

describe("an email change", () => {
  test("can be requested, shown, resent and canceled", async () => {
    const { viewer } = await registerMember();
    const email = fixture.newUser().email;
    await strict.auth.account.change(viewer, { email }, CLIENT);
    expect((await strict.auth.account.describe(viewer)).emailChange).toMatchObject({
      newEmail: email,
      unconfirmedAddresses: [email, viewer.email],
    });
    const first = await strict.getLastEmailTo(email);
    await strict.auth.account.resendEmailChange(viewer, CLIENT);
    const second = await strict.getLastEmailTo(email);
    expect(second.linkToken).not.toBe(first.linkToken);
    await strict.follow(second.link);
    expect((await strict.auth.account.describe(viewer)).emailChange).toMatchObject({
      unconfirmedAddresses: [viewer.email],
    });
    await strict.auth.account.cancelEmailChange(viewer);
    expect((await strict.auth.account.describe(viewer)).emailChange).toBeNull();
    // The confirmation link of the canceled change is also invalid.
    await strict.follow((await strict.getLastEmailTo(viewer.email ?? "")).link);
    expect((await strict.auth.account.describe(viewer)).email).toBe(viewer.email);
  });

  test("to a taken address is refused", async () => {
    const { viewer } = await registerMember();
    const { viewer: other } = await registerMember();
    await expect(own().change(viewer, { email: other.email ?? "" }, CLIENT)).rejects.toSatisfy(
      (error) => refusal(error) === "email_exists",
    );
  });

  test("that isn't pending can't be resent: no email is sent", async () => {
    const { viewer } = await registerMember();
    await own().resendEmailChange(viewer, CLIENT);
    expect(await fixture.listEmailsTo(viewer.email ?? "")).toEqual([]);
  });
});

describe("a password", () => {
  test("must meet the site's requirements, and a new one ends the other sessions", async () => {
    const { viewer, password, session } = await registerMember();
    const { passwordChangeRequires } = await strict.auth.account.describe(viewer);
    expect(passwordChangeRequires).toEqual({ current: true, code: false });
    const change = (more: object) =>
      strict.auth.account.change(viewer, { password: "another long secret", ...more }, CLIENT);
    await expect(change({})).rejects.toSatisfy((error) => refusal(error) === "current_password_required");
    await expect(change({ currentPassword: "wrong" })).rejects.toSatisfy(
      (error) => refusal(error) === "current_password_invalid",
    );
    const otherSession = await fixture.auth.signInWithPassword(
      { email: viewer.email ?? "", password },
      CLIENT,
    );
    await change({ currentPassword: password });
    expect(await own().listSessions(viewer)).toHaveLength(1);
    expect((await fixture.auth.identify(buildCookieHeader(otherSession))).state).toBe("visitor");
    expect((await fixture.auth.identify(buildCookieHeader(session))).state).toBe("member");
  });
});

describe("sessions", () => {
  test("are listed in plain words, this one first", async () => {
    const { viewer, password } = await registerMember();
    await fixture.auth.signInWithPassword(
      { email: viewer.email ?? "", password },
      {
        ip: "8.8.4.7",
        userAgent: "Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0",
      },
    );
    expect(await own().listSessions(viewer)).toMatchObject([
      { isCurrent: true, device: "An unknown device", location: "Local network" },
      { isCurrent: false, device: "Firefox on Windows", location: "8.8.4.*" },
    ]);
  });

  test("can be ended one by one, except another member's or this one", async () => {
    const { viewer, password } = await registerMember();
    const { viewer: stranger } = await registerMember();
    const other = await fixture.auth.signInWithPassword({ email: viewer.email ?? "", password }, CLIENT);
    const { sessionId } = await getViewer(other);
    await own().endSession(stranger, sessionId);
    expect(await own().listSessions(viewer)).toHaveLength(2);
    await own().endSession(viewer, sessionId);
    await own().endSession(viewer, sessionId);
    expect((await fixture.auth.identify(buildCookieHeader(other))).state).toBe("visitor");
    await expect(own().endSession(viewer, viewer.sessionId)).rejects.toMatchObject({ code: "invalid_input" });
    await expect(own().endSession(viewer, "x")).rejects.toMatchObject({ code: "invalid_input" });
  });

  test("can all be ended except this one", async () => {
    const { viewer, password } = await registerMember();
    for (let more = 0; more < 3; more += 1)
      await fixture.auth.signInWithPassword({ email: viewer.email ?? "", password }, CLIENT);
    await own().endOtherSessions(viewer);
    expect(await own().listSessions(viewer)).toMatchObject([{ id: viewer.sessionId }]);
  });
});

test("only its owner can rename a factor, and its name must be unique", async () => {
  const steps = createFactorSteps(fixture);
  const { client, factorId } = await steps.signInWithFactor();
  const session = (await client.getSession()).data.session ?? {};
  const viewer = await getViewer(session);
  const { viewer: stranger } = await registerMember();
  await own().renameFactor(viewer, factorId, "  My phone ");
  await client.mfa.enroll({ factorType: "totp", friendlyName: "Tablet" });
  await expect(own().renameFactor(viewer, factorId, "Tablet")).rejects.toSatisfy(
    (error) => refusal(error) === "mfa_factor_name_conflict",
  );
  await expect(own().renameFactor(stranger, factorId, "Mine")).rejects.toSatisfy(
    (error) => refusal(error) === "mfa_factor_not_found",
  );
  expect((await own().describe(viewer)).factors).toMatchObject([
    { id: factorId, name: "My phone", isVerified: true },
    { name: "Tablet", isVerified: false },
  ]);
});

test("account overview and export contain no credentials", async () => {
  const { viewer, session } = await registerMember();
  const exported = JSON.stringify(await own().exportAccount(viewer));
  const { rows } = await fixture.database.pool.query(
    "select encrypted_password from auth.users where id = $1",
    [viewer.id],
  );
  for (const secret of [rows[0].encrypted_password, session.refresh_token, session.access_token])
    expect(exported).not.toContain(secret);
  expect(exported).toContain(viewer.email);
});

test("of thousands of sessions, only the newest are exported", async () => {
  const { viewer } = await registerMember();
  await fixture.database.pool.query(
    `insert into auth.sessions (user_id, amr, ip, created_at, last_seen_at)
     select user_id, amr, ip, created_at - make_interval(hours => age), last_seen_at
     from auth.sessions, generate_series(1, 1500) as age where id = $1`,
    [viewer?.sessionId],
  );
  const { sessions } = await own().exportAccount(viewer);
  expect(sessions.length).toBeLessThan(1500);
  expect(sessions[0]?.id).toBe(viewer?.sessionId);
});

test("an ended session can't change anything", async () => {
  const { viewer, session } = await registerMember();
  await fixture.auth.signOut(session.access_token, "global");
  for (const action of [
    () => own().describe(viewer),
    () => own().change(viewer, { password: "a new long secret" }, CLIENT),
    () => own().cancelEmailChange(viewer),
    () => own().exportAccount(viewer),
    () => own().deleteAccount(viewer, { username: viewer.username, password: "", code: "" }, CLIENT),
  ])
    await expect(action()).rejects.toMatchObject({ code: "not_signed_in" });
});
