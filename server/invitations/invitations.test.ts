import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Member } from "#core/accounts/member.ts";
import { type AppFixture, createAppFixture } from "#server/testing/app.ts";
import { insertMember } from "#server/testing/members.ts";

let site: AppFixture;
/** An administrator who signed in recently, as changing settings requires. */
let settingsAdmin: Member;
let admin: Member;
/** Trusted because of their badge. */
let trustedMember: Member;
beforeAll(async () => {
  site = await createAppFixture();
  settingsAdmin = { ...(await site.register()), role: "admin" };
  await runSql("update public.user_roles set role = 'admin' where user_id = $1", [settingsAdmin.id]);
});
afterAll(() => site.end());

let memberCount = 0;
const createMember = (options: Parameters<typeof insertMember>[2] = {}) => {
  memberCount += 1;
  return insertMember(site.database, `member_${memberCount}`, options);
};

const invitations = () => site.app.invitations;
const runSql = async (text: string, values: unknown[] = []) =>
  (await site.database.pool.query(text, values)).rows;
const getToken = (link: string) => link.split("/invite/")[1] ?? "";
const LINK = { label: "", uses: "10", days: "30" };
const ALL = { show: "all", cursor: null } as const;
const listOwn = async (member: Member) => (await invitations().listOwn(member, ALL)).invitations;
const createLink = (member: Member, change: Partial<typeof LINK> = {}) =>
  invitations().createLink(member, { ...LINK, ...change });

async function changeSettings({ members, perDay = "" }: { members: boolean; perDay?: string }) {
  const { administration } = site.app.settings;
  const { version } = (await administration.read(settingsAdmin)).sections.invitations;
  await administration.save(settingsAdmin, {
    section: "invitations",
    version: String(version),
    values: { members: members ? "on" : "off", perDay },
  });
}

let userCount = 0;
async function join(link: string, email?: string): Promise<{ id: string; username: string }> {
  userCount += 1;
  const username = `Joiner ${userCount}`;
  const session = await site.app.auth.signUp(
    {
      email: email ?? `joiner${userCount}@example.org`,
      password: `wooden-Lantern-${userCount}-7391`,
      username,
    },
    { ip: "203.0.113.1", userAgent: "a test", invitationToken: getToken(link) },
  );
  return { id: session.user.id, username };
}

beforeEach(async () => {
  admin = await createMember({ role: "admin" });
  trustedMember = await createMember({ isVerified: true });
});

describe("a link", () => {
  test("is listed with the members who joined with it", async () => {
    const link = await createLink(admin, { label: "  Spring\nmeetup ", uses: "2", days: "7" });
    expect(link).toMatch(/^http:\/\/lattice\.test\/invite\/[\w-]{32}$/);
    expect(await invitations().describe(getToken(link))).toEqual({
      state: "active",
      inviter: { username: admin.username, avatarUrl: null },
      email: null,
    });
    const first = await join(link);
    const [listedInvitation] = (await site.app.admin.invitations.list(admin, ALL)).invitations;
    expect(listedInvitation).toMatchObject({
      label: "Spring meetup",
      email: null,
      inviter: admin.username,
      state: "active",
      maxUses: 2,
      useCount: 1,
      joined: [{ username: first.username }],
    });
    const second = await join(link);
    expect((await listOwn(admin))[0]).toMatchObject({
      state: "used",
      joined: [{ username: second.username }, { username: first.username }],
    });
    expect(await invitations().describe(getToken(link))).toEqual({ state: "used" });
  });

  test("is stored only as a hash", async () => {
    const token = getToken(await createLink(admin));
    await join(`/invite/${token}`);
    const tables = await runSql(
      "select format('%I.%I', table_schema, table_name) as name from information_schema.tables where table_schema in ('public', 'auth', 'email')",
    );
    for (const { name } of tables)
      expect(await runSql(`select from ${name} t where t::text like $1`, [`%${token}%`]), name).toEqual([]);
  });

  test("stops working when it is replaced or revoked or when it expires, and can be replaced once it has expired", async () => {
    const first = await createLink(admin, { days: "1" });
    const id = (await listOwn(admin))[0]?.id ?? "";
    const second = await invitations().replaceLink(admin, id);
    expect(await invitations().describe(getToken(first))).toEqual({ state: "unknown" });
    await runSql("update public.invitations set expires_at = now() - interval '1 second' where id = $1", [
      id,
    ]);
    expect(await invitations().describe(getToken(second))).toEqual({ state: "expired" });
    const third = await invitations().replaceLink(admin, id);
    expect(await invitations().describe(getToken(third))).toMatchObject({ state: "active" });
    await invitations().revoke(admin, id);
    expect(await invitations().describe(getToken(third))).toEqual({ state: "revoked" });
    await expect(invitations().replaceLink(admin, id)).rejects.toMatchObject({ code: "invitation_ended" });
    await invitations().revoke(admin, id);
    const { events } = await site.app.admin.log.list(admin, { kind: "invitation", targetId: id });
    expect(events.map(({ action }) => action)).toEqual([
      "invitation.revoke",
      "invitation.renew",
      "invitation.renew",
      "invitation.create",
    ]);
    expect(events.at(-1)).toMatchObject({
      target: { name: "without a label" },
      after: { uses: 10, days: 1 },
    });
  });

  test.each([
    [{ uses: "0" }, ["uses"]],
    [{ uses: "1001" }, ["uses"]],
    [{ uses: "1e3" }, ["uses"]],
    [{ uses: "" }, ["uses"]],
    [{ days: "2" }, ["days"]],
    [{ days: "" }, ["days"]],
    [{ label: "x".repeat(81) }, ["label"]],
    [{ label: "x".repeat(100_000), uses: "-1", days: "NaN" }, ["label", "uses", "days"]],
  ])("is refused with %j", async (change, fields) => {
    const refusal = await createLink(admin, change).catch((error) => error);
    expect([refusal.code, Object.keys(refusal.fieldErrors)]).toEqual(["invalid_input", fields]);
    expect(await listOwn(admin)).toEqual([]);
  });

  test("can have any characters in its label except NUL, which is removed", async () => {
    await createLink(admin, { label: `\0<b>"'😀${"é".repeat(70)}` });
    expect((await listOwn(admin))[0]?.label).toBe(`<b>"'😀${"é".repeat(70)}`);
  });
});

test("visitors can't create, list or change invitations", async () => {
  for (const run of [
    () => createLink(null as unknown as Member),
    () => invitations().listOwn(null, ALL),
    () => invitations().inviteByEmail(null, { email: "", days: "" }),
    () => invitations().revoke(null, ""),
    () => invitations().resend(null, ""),
    () => invitations().replaceLink(null, ""),
  ])
    await expect(run()).rejects.toMatchObject({ code: "not_signed_in" });
});

describe("members", () => {
  test("can't invite people unless an administrator allows it", async () => {
    await changeSettings({ members: false });
    await expect(createLink(trustedMember)).rejects.toMatchObject({ code: "invitations_not_allowed" });
    await expect(
      invitations().inviteByEmail(trustedMember, { email: "x@example.org", days: "7" }),
    ).rejects.toMatchObject({ code: "invitations_not_allowed" });
    expect(await invitations().listOwn(trustedMember, ALL)).toMatchObject({
      refusal: "Only administrators can invite people to this community.",
    });
  });

  test("can invite people once they are trusted, with lower limits than administrators", async () => {
    await changeSettings({ members: true });
    const member = await createMember();
    expect((await invitations().listOwn(member, ALL)).refusal).toContain("once you're a trusted member");
    await expect(createLink(member)).rejects.toMatchObject({ code: "invitations_not_allowed" });
    await runSql(
      "update public.profiles set join_date = now() - interval '15 days', karma = 10 where id = $1",
      [member.id],
    );
    await runSql(
      `insert into public.forum_posts (title, content, category, author_id)
       select 'A post', 'Some text.', 'ai', $1 from generate_series(1, 20)`,
      [member.id],
    );
    const link = await createLink(member);
    expect(await invitations().describe(getToken(link))).toMatchObject({ state: "active" });
    for (const change of [{ uses: "11" }, { days: "90" }])
      await expect(createLink(member, change)).rejects.toMatchObject({ code: "invalid_input" });
    // Members' invitations aren't admin actions.
    const id = (await listOwn(member))[0]?.id ?? "";
    expect((await site.app.admin.log.list(admin, { kind: "invitation", targetId: id })).events).toEqual([]);
    await site.app.invitations.revoke(admin, id);
    expect((await site.app.admin.log.list(admin, { kind: "invitation", targetId: id })).events).toHaveLength(
      1,
    );
  });

  test("can create only a limited number of invitations a day, even concurrently", async () => {
    await changeSettings({ members: true, perDay: "3" });
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => createLink(trustedMember)));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
    expect(results.find(({ status }) => status === "rejected")).toMatchObject({
      reason: { code: "invitation_limit" },
    });
    expect(await invitations().listOwn(trustedMember, ALL)).toMatchObject({ refusal: null, leftToday: 0 });
    await runSql(
      "update public.invitations set created_at = created_at - interval '25 hours' where inviter_id = $1",
      [trustedMember.id],
    );
    await createLink(trustedMember);
    expect((await invitations().listOwn(trustedMember, ALL)).leftToday).toBe(2);
  });

  test("see and change only their own invitations", async () => {
    await changeSettings({ members: true });
    const link = await createLink(trustedMember);
    const [ownInvitation] = await listOwn(trustedMember);
    const otherMember = await createMember({ isVerified: true });
    expect(await listOwn(otherMember)).toEqual([]);
    for (const id of [ownInvitation?.id ?? "", randomUUID(), "x", "", "1".repeat(10_000)])
      for (const run of [invitations().revoke, invitations().replaceLink, invitations().resend])
        await expect(run(otherMember, id)).rejects.toMatchObject({ code: "invitation_not_found" });
    await expect(site.app.admin.invitations.list(trustedMember, ALL)).rejects.toMatchObject({
      code: "access_denied",
    });
    // An administrator can end a member's invitation, but a new link would be in the member's name.
    await expect(invitations().replaceLink(admin, ownInvitation?.id ?? "")).rejects.toMatchObject({
      code: "invitation_not_found",
    });
    await invitations().revoke(admin, ownInvitation?.id ?? "");
    expect(await invitations().describe(getToken(link))).toEqual({ state: "revoked" });
  });

  test("have no working invitations while they aren't allowed to invite people", async () => {
    await changeSettings({ members: true });
    const token = getToken(await createLink(trustedMember));
    const readState = async () => (await invitations().describe(token)).state;
    expect(await readState()).toBe("active");
    await runSql("update public.profiles set is_verified = false where id = $1", [trustedMember.id]);
    expect([await readState(), (await listOwn(trustedMember))[0]?.state]).toEqual(["blocked", "blocked"]);
    await expect(
      invitations().replaceLink(trustedMember, (await listOwn(trustedMember))[0]?.id ?? ""),
    ).rejects.toMatchObject({ code: "invitations_not_allowed" });
    await runSql("update public.profiles set is_verified = true where id = $1", [trustedMember.id]);
    expect(await readState()).toBe("active");
    await changeSettings({ members: false });
    expect(await readState()).toBe("blocked");
  });

  test("have their current role checked, not the one in their session", async () => {
    await changeSettings({ members: false });
    const link = await createLink(admin);
    await runSql("update public.user_roles set role = 'user' where user_id = $1", [admin.id]);
    await expect(createLink(admin)).rejects.toMatchObject({ code: "invitations_not_allowed" });
    expect(await invitations().describe(getToken(link))).toEqual({ state: "blocked" });
  });
});

describe("an emailed invitation", () => {
  const invite = (member: Member, email: string) => invitations().inviteByEmail(member, { email, days: "7" });
  const listEmails = (email: string) =>
    runSql("select kind, subject, body_text from email.outbox where recipient = $1", [email]);

  test("is sent to its address", async () => {
    await invite(admin, " Someone.New@Example.org ");
    const [email] = await listEmails("someone.new@example.org");
    expect(email).toMatchObject({ kind: "invitation", subject: "You're invited to join Lattice" });
    expect(email?.body_text).toContain("An administrator invited you to join Lattice");
    expect((await listOwn(admin))[0]).toMatchObject({ email: "someone.new@example.org", maxUses: 1 });
    await invitations().resend(admin, (await listOwn(admin))[0]?.id ?? "");
    expect(await listEmails("someone.new@example.org")).toHaveLength(2);
    await expect(invite(admin, "someone.new@example.org")).rejects.toMatchObject({ code: "invalid_input" });
    await expect(invitations().replaceLink(admin, (await listOwn(admin))[0]?.id ?? "")).rejects.toMatchObject(
      { code: "invitation_not_found" },
    );
  });

  test("reveals only to administrators that an address has an account", async () => {
    await changeSettings({ members: true });
    const { email } = await createMember();
    await expect(invite(admin, email ?? "")).rejects.toMatchObject({
      fieldErrors: { email: "This person is already a member." },
    });
    await invite(trustedMember, email ?? "");
    expect((await listEmails(email ?? ""))[0]?.body_text).toContain("A member invited you");
  });

  test.each(["", "x", "a b@example.org", "a@example.org,b@example.org", `${"a".repeat(400)}@example.org`])(
    "is refused for %j",
    async (email) => {
      await expect(invite(admin, email)).rejects.toMatchObject({ code: "invalid_input" });
    },
  );
});

describe("lists", () => {
  test("are filtered and paged", async () => {
    for (let index = 0; index < 23; index += 1) await createLink(admin, { label: `Link ${index}` });
    const [first] = await listOwn(admin);
    await invitations().revoke(admin, first?.id ?? "");
    const readPage = async (show: "all" | "active" | "ended", cursor: string | null = null) =>
      invitations().listOwn(admin, { show, cursor });
    const page = await readPage("all");
    expect(page.invitations.map(({ label }) => label)).toEqual(
      Array.from({ length: 20 }, (_, index) => `Link ${22 - index}`),
    );
    const secondPage = await readPage("all", page.nextCursor);
    expect(secondPage.invitations.map(({ label }) => label)).toEqual(["Link 2", "Link 1", "Link 0"]);
    expect(secondPage.nextCursor).toBeNull();
    expect((await readPage("ended")).invitations.map(({ label }) => label)).toEqual(["Link 22"]);
    expect((await readPage("active")).invitations[0]?.label).toBe("Link 21");
    expect((await readPage("all", "nonsense")).invitations).toHaveLength(20);
  });
});

describe("deleted accounts", () => {
  const deleteMember = async (id: string) => {
    await runSql("insert into auth.account_deletions (user_id, began_at) values ($1, now())", [id]);
    await site.app.auth.finishAccountDeletions();
    expect(await runSql("select from auth.users where id = $1", [id])).toEqual([]);
  };

  test("remain counted among those who joined", async () => {
    const link = await createLink(admin, { uses: "2" });
    const first = await join(link);
    const second = await join(link);
    await deleteMember(first.id);
    expect((await listOwn(admin))[0]).toMatchObject({
      state: "used",
      useCount: 2,
      joined: [{ username: second.username }, { username: null }],
    });
  });

  test("leave behind only their used invitations, with their labels removed", async () => {
    await changeSettings({ members: true });
    const usedLink = await createLink(trustedMember, { label: "My friends" });
    const unusedLink = await createLink(trustedMember);
    const { username } = await join(usedLink);
    await deleteMember(trustedMember.id);
    expect(await invitations().describe(getToken(usedLink))).toEqual({ state: "revoked" });
    expect(await invitations().describe(getToken(unusedLink))).toEqual({ state: "unknown" });
    const { invitations: all } = await site.app.admin.invitations.list(admin, ALL);
    expect(all.find(({ joined }) => joined[0]?.username === username)).toMatchObject({
      label: "",
      inviter: null,
      state: "revoked",
    });
  });
});

test("90 days after they end, unused invitations are deleted, and used ones lose their email address", async () => {
  await invitations().inviteByEmail(admin, { email: "never@example.org", days: "7" });
  await invitations().inviteByEmail(admin, { email: "joined@example.org", days: "7" });
  const [row] = await runSql("select body_text from email.outbox where recipient = 'joined@example.org'");
  await join(/\S+\/invite\/\S+/.exec(row.body_text)?.[0] ?? "", "joined@example.org");
  await invitations().deleteEnded();
  expect(await listOwn(admin)).toHaveLength(2);
  await runSql(
    "update public.invitations set expires_at = now() - interval '91 days' where inviter_id = $1",
    [admin.id],
  );
  await invitations().deleteEnded();
  expect(await listOwn(admin)).toMatchObject([{ email: null, useCount: 1 }]);
});

test("a member's export contains their invitations and who invited them", async () => {
  const inviter = await site.register();
  await runSql("update public.user_roles set role = 'admin' where user_id = $1", [inviter.id]);
  await createLink({ ...inviter, role: "admin" }, { label: "For friends" });
  const [row] = await runSql("select id from public.invitations where inviter_id = $1", [inviter.id]);
  await runSql(
    "insert into public.invitation_joins (invitation_id, member_id, joined_at) values ($1, $2, now())",
    [row.id, inviter.id],
  );
  let text = "";
  for await (const part of await site.app.members.exportMember(inviter)) text += part;
  expect(JSON.parse(text)).toMatchObject({
    invitations: [{ label: "For friends", max_uses: 10 }],
    joined_with_invitation: [{ invited_by: inviter.username }],
  });
  expect(text).not.toContain("token");
});
