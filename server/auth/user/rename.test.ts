import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Member } from "#core/accounts/member.ts";
import { RELEASED_USERNAME_DAYS } from "#core/accounts/username.ts";
import { renameProfile } from "#server/profiles/index.ts";
import { type AdminFixture, createAdminFixture } from "../admin/admin.fixture.ts";
import { type AuthFixture, buildCookieHeader, createAuthFixture } from "../testing.ts";

const CLIENT = { ip: "203.0.113.9", userAgent: "a test" };
const SECONDS_PER_DAY = 24 * 60 * 60;
let fixture: AuthFixture;
let admin: AdminFixture["admin"];
let getProfile: AdminFixture["getProfile"];
beforeAll(async () => {
  ({ fixture, admin, getProfile } = await createAdminFixture());
});
afterAll(() => fixture.end());

const query = async (text: string, values: unknown[] = []) =>
  (await fixture.database.pool.query(text, values)).rows;
const getErrorCode = (error: unknown) => (error as { code?: string }).code;

/** Registers a member with or without the Verified badge. */
async function registerMember({ isVerified = false } = {}) {
  const user = await fixture.register();
  const identity = await fixture.auth.identify(buildCookieHeader(user.session));
  if (identity.state !== "member") throw new Error("not signed in");
  if (isVerified) await verify(identity.member.id);
  return { ...user, viewer: identity.member as Member };
}
const verify = (id: string) => query("update public.profiles set is_verified = true where id = $1", [id]);
const rename = ({ viewer }: { viewer: Member }, username: string) =>
  fixture.auth.account.rename(viewer, username);

let nameCount = 0;
const createName = () => {
  nameCount += 1;
  return `Wild Heron ${nameCount}`;
};

/** Signs up with a username through the official client. Returns the error code, or null. */
async function signUpAs(username: string, site: AuthFixture = fixture) {
  const { email, password } = fixture.newUser();
  const { error } = await site.client().signUp({ email, password, options: { data: { username } } });
  return error?.code ?? null;
}

async function signInClient({ email, password }: { email: string; password: string }) {
  const client = fixture.client();
  await client.signInWithPassword({ email, password });
  return client;
}

describe("the Verified badge is removed by every rename:", () => {
  type TestUser = Awaited<ReturnType<typeof registerMember>>;
  test.each<[string, (user: TestUser, username: string) => Promise<unknown>]>([
    ["in the settings", rename],
    [
      "with the official client",
      async (user, username) => (await signInClient(user)).updateUser({ data: { username } }),
    ],
    [
      "with the service key",
      ({ viewer }, username) => admin.updateUserById(viewer.id, { user_metadata: { username } }),
    ],
    [
      "with a new password",
      ({ session }, username) =>
        fixture.auth.choosePassword(
          session.access_token,
          { password: "seven green lamps", username },
          CLIENT,
        ),
    ],
  ])("%s", async (_, change) => {
    const user = await registerMember({ isVerified: true });
    const username = createName();
    await change(user, username);
    expect(await getProfile(user.viewer.id)).toMatchObject({ username, is_verified: false });
  });

  test("by an invited member who chooses a name together with a password", async () => {
    const { email } = fixture.newUser();
    await admin.inviteUserByEmail(email);
    const { code } = await fixture.getLastMessageTo(email);
    const { body } = await fixture.call("POST", "/verify", { body: { type: "invite", email, token: code } });
    await verify(body.user.id);
    const username = createName();
    const choice = { password: "seven green lamps", username };
    await fixture.auth.choosePassword(body.access_token, choice, CLIENT);
    expect(await getProfile(body.user.id)).toMatchObject({ username, is_verified: false });
  });

  test("even one that only changes the case, and the response says so", async () => {
    const user = await registerMember({ isVerified: true });
    expect(await rename(user, user.username.toUpperCase())).toEqual({
      username: user.username.toUpperCase(),
      lostBadge: true,
    });
    expect(await getProfile(user.viewer.id)).toMatchObject({ is_verified: false });
  });

  test("but not by other metadata, the same name or a refused name", async () => {
    const user = await registerMember({ isVerified: true });
    const otherMember = await registerMember();
    const client = await signInClient(user);
    await client.updateUser({ data: { city: "Oslo" } });
    await client.updateUser({ data: { username: user.username } });
    await rename(user, user.username);
    const conflict = await client.updateUser({ data: { username: otherMember.username } });
    expect(conflict.error?.code).toBe("username_taken");
    expect(await getProfile(user.viewer.id)).toMatchObject({ is_verified: true });
  });
});

describe("a released name", () => {
  test("and its look-alikes are refused wherever a name can be chosen", async () => {
    const user = await registerMember();
    const oldName = createName();
    await rename(user, oldName);
    await rename(user, createName());
    const otherMember = await registerMember();
    const spellings = [
      oldName,
      oldName.toUpperCase(),
      oldName.replace("i", "1"),
      oldName.replaceAll(" ", "_"),
      `${oldName}_`,
      oldName.replaceAll("e", "3"),
    ];
    for (const name of spellings) {
      expect(await signUpAs(name)).toBe("username_taken");
      await expect(rename(otherMember, name)).rejects.toMatchObject({ code: "username_taken" });
      const updateResult = await (await signInClient(otherMember)).updateUser({ data: { username: name } });
      expect(updateResult.error?.code).toBe("username_taken");
      const createResult = await admin.createUser({
        email: fixture.newUser().email,
        user_metadata: { username: name },
      });
      expect(createResult.error?.code).toBe("username_taken");
      const adminUpdateResult = await admin.updateUserById(otherMember.viewer.id, {
        user_metadata: { username: name },
      });
      expect(adminUpdateResult.error?.code).toBe("username_taken");
    }
    expect(await getProfile(otherMember.viewer.id)).toMatchObject({ username: otherMember.username });
  });

  test("is refused at sign-up before confirmation and with a sign-in link", async () => {
    const user = await registerMember();
    await rename(user, createName());
    const confirmingSite = await createAuthFixture({
      database: fixture.database,
      auth: { autoconfirm: false },
    });
    expect(await signUpAs(user.username, confirmingSite)).toBe("username_taken");
    const { error } = await confirmingSite
      .client()
      .signInWithOtp({ email: fixture.newUser().email, options: { data: { username: user.username } } });
    expect(error?.code).toBe("username_taken");
  });

  test("is replaced where the user can't choose another: for invitations, guests and names derived from email addresses", async () => {
    const user = await registerMember();
    await rename(user, "heron_of_june");
    await rename(user, createName());
    const guestSite = await createAuthFixture({ database: fixture.database, auth: { anonymous: true } });
    const options = { data: { username: "heron_of_june" } };
    const guest = (await guestSite.client().signInAnonymously({ options })).data.user;
    expect(guest?.user_metadata.username).toMatch(/^member_\d{6}$/);

    const { email } = fixture.newUser();
    await admin.inviteUserByEmail(email, options);
    const { code } = await fixture.getLastMessageTo(email);
    const { body } = await fixture.call("POST", "/verify", { body: { type: "invite", email, token: code } });
    const { data } = await fixture
      .client()
      .signUp({ email: "heron_of_june@example.org", password: "seven green lamps" });
    const userIds = [body.user.id, data.user?.id ?? "", guest?.id ?? ""];
    const names = await Promise.all(userIds.map(async (id) => (await getProfile(id)).username));
    expect(names.filter((name) => name === "heron_of_june")).toEqual([]);
    expect(names[1]).toMatch(/^heron_of_june_\d\d$/);
  });

  test("can be taken back by the member and released again", async () => {
    const user = await registerMember();
    const [originalName, laterName] = [createName(), createName()];
    await rename(user, originalName);
    await rename(user, laterName);
    await rename(user, originalName.toUpperCase());
    await rename(user, laterName);
    expect(await getProfile(user.viewer.id)).toMatchObject({ username: laterName });
    expect(await signUpAs(originalName)).toBe("username_taken");
  });

  test("is available after 90 days, and its row is deleted", async () => {
    const separateFixture = await createAdminFixture();
    try {
      const user = await separateFixture.fixture.register();
      const { admin, fixture: site } = separateFixture;
      await admin.updateUserById(user.session.user.id, { user_metadata: { username: createName() } });
      const readRows = async () =>
        (await site.database.pool.query("select username_folded from public.released_usernames")).rows;
      site.clock.advance(RELEASED_USERNAME_DAYS * SECONDS_PER_DAY - 60);
      expect(await signUpAs(user.username, site)).toBe("username_taken");
      expect(await site.auth.deleteExpiredData()).toMatchObject({ releasedUsernames: 0 });
      site.clock.advance(120);
      expect(await signUpAs(user.username, site)).toBeNull();
      expect(await readRows()).toEqual([{ username_folded: user.username.toLowerCase() }]);
      expect(await site.auth.deleteExpiredData()).toMatchObject({ releasedUsernames: 1 });
      expect(await readRows()).toEqual([]);
    } finally {
      await separateFixture.fixture.end();
    }
  });
});

describe("concurrent renames:", () => {
  /** Returns once another connection is waiting for a lock. */
  const waitForBlockedConnection = async () => {
    for (;;) {
      const waitingRows = await query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      if (waitingRows.length > 0) return;
    }
  };

  test.each<[string, (username: string) => Promise<unknown>]>([
    ["signs up with it", (username) => signUpAs(username)],
    [
      "tries to take it",
      async (username) => {
        const otherMember = await registerMember();
        return rename(otherMember, username).then(() => null, getErrorCode);
      },
    ],
  ])("while a member releases a name, another user who %s doesn't get it", async (_, takeName) => {
    const user = await registerMember();
    let attempt: Promise<unknown> | undefined;
    await fixture.database.db.transaction(async (tx) => {
      await renameProfile(tx, user.viewer.id, createName(), fixture.clock.now());
      attempt = takeName(user.username.toUpperCase());
      await waitForBlockedConnection();
    });
    expect(await attempt).toBe("username_taken");
  });

  test("if two members want each other's names, neither gets the other's", async () => {
    const members = [await registerMember(), await registerMember()] as const;
    const [firstMember, secondMember] = members;
    const results = await Promise.allSettled([
      rename(firstMember, secondMember.username),
      rename(secondMember, firstMember.username),
    ]);
    expect(results.map((result) => result.status === "rejected" && getErrorCode(result.reason))).toEqual([
      "username_taken",
      "username_taken",
    ]);
    for (const { viewer, username } of members)
      expect(await getProfile(viewer.id)).toMatchObject({ username, is_verified: false });
  });
});

describe("impersonating names are refused at sign-up and rename", () => {
  test.each(["deleted_abc", "de1eted-12", "noreply", "All", "service_role", "anon", "lattice_official_news"])(
    "%s",
    async (username) => {
      const user = await registerMember();
      expect(await signUpAs(username)).toBe("username_invalid");
      const client = await signInClient(user);
      expect((await client.updateUser({ data: { username } })).error?.code).toBe("username_invalid");
      await expect(rename(user, username)).rejects.toMatchObject({ code: "username_invalid" });
      const { error } = await admin.createUser({
        email: fixture.newUser().email,
        user_metadata: { username },
      });
      expect(error?.code).toBe("username_invalid");
      const adminUpdateResult = await admin.updateUserById(user.viewer.id, { user_metadata: { username } });
      expect(adminUpdateResult.error?.code).toBe("username_invalid");
    },
  );

  test("including the site's own name, which generated names avoid too", async () => {
    await query(
      `insert into public.site_settings (section, value, version, changed_at, changed_by, changed_by_name)
       values ('general', '{"siteName":"Blue Harbour","adminEmail":null}', 1, now(), gen_random_uuid(), 'ada')`,
    );
    const user = await registerMember();
    expect(await signUpAs("BlueHarbour_Help")).toBe("username_invalid");
    await expect(rename(user, "blue harbour")).rejects.toMatchObject({ code: "username_invalid" });
    const { data } = await fixture
      .client()
      .signUp({ email: "blue_harbour_news@example.org", password: "seven green lamps" });
    expect(data.user?.user_metadata.username).toMatch(/^member_\d{6}$/);
  });

  test("but a name that a member chose before the rule existed is still allowed", async () => {
    const user = await registerMember();
    await query("update public.profiles set username = 'postgres' where id = $1", [user.viewer.id]);
    const client = await signInClient(user);
    const { error } = await client.updateUser({ data: { username: "postgres", city: "Oslo" } });
    expect(error).toBeNull();
    const renameResult = await rename({ viewer: { ...user.viewer, username: "postgres" } }, "postgres");
    expect(renameResult).toEqual({ username: "postgres", lostBadge: false });
  });
});
