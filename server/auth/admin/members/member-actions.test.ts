import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Member } from "#core/accounts/member.ts";
import { createMemberActionsFixture, type MemberActionsFixture } from "./member-actions.fixture.ts";

let site: MemberActionsFixture;
let admin: Member;
let otherAdmin: Member;
let member: Member;
beforeAll(async () => {
  site = await createMemberActionsFixture();
  admin = await site.createAdministrator();
  otherAdmin = await site.createAdministrator();
});
beforeEach(async () => {
  member = await site.register();
});
afterAll(() => site.end());

const listLog = async ({ id }: Member) =>
  (await site.app.admin.log.list(admin, { kind: "member", targetId: id })).events.map(
    ({ action, reason, before, after, actorName }) => ({ action, reason, before, after, actorName }),
  );

test("an edit changes name, bio and badge, and the log contains each change with the old value, but no unchanged fields", async () => {
  await site.users.edit(admin, member.id, {
    username: `renamed_${member.id.slice(0, 4)}`,
    bio: "New words",
    isVerified: true,
    reason: "Asked for it",
  });
  const record = await site.users.get(admin, member.id);
  expect(record).toMatchObject({
    username: `renamed_${member.id.slice(0, 4)}`,
    bio: "New words",
    isVerified: true,
  });
  const events = await listLog(member);
  expect(events).toEqual([
    {
      action: "member.verify",
      reason: "Asked for it",
      actorName: admin.username,
      before: { verified: false },
      after: { verified: true },
    },
    {
      action: "member.edit",
      reason: "Asked for it",
      actorName: admin.username,
      before: { name: member.username, bio: "" },
      after: { name: record.username, bio: "New words" },
    },
  ]);
  await site.users.edit(admin, member.id, { ...record, reason: "" });
  expect(await listLog(member)).toHaveLength(2);
});

test("a rename removes the badge, even if the same edit sets it, and the new name can be verified afterwards", async () => {
  const edit = { username: member.username, bio: "", isVerified: true, reason: "" };
  await site.users.edit(admin, member.id, edit);
  const renamingEdit = { ...edit, username: `other_${member.id.slice(0, 4)}` };
  await site.users.edit(admin, member.id, renamingEdit);
  expect(await site.users.get(admin, member.id)).toMatchObject({
    username: renamingEdit.username,
    isVerified: false,
  });
  expect((await listLog(member))[0]).toMatchObject({
    action: "member.verify",
    before: { verified: true },
    after: { verified: false },
  });
  await site.users.edit(admin, member.id, renamingEdit);
  expect(await site.users.get(admin, member.id)).toMatchObject({ isVerified: true });
});

test("a taken or invalid name or a bio that is too long is refused, and nothing changes", async () => {
  const edit = { bio: "Kept out", isVerified: true, reason: "" };
  await expect(
    site.users.edit(admin, member.id, { ...edit, username: otherAdmin.username }),
  ).rejects.toMatchObject({
    code: "username_taken",
  });
  await expect(site.users.edit(admin, member.id, { ...edit, username: "x" })).rejects.toMatchObject({
    code: "username_invalid",
  });
  await expect(
    site.users.edit(admin, member.id, { ...edit, username: member.username, bio: "x".repeat(501) }),
  ).rejects.toMatchObject({ code: "invalid_input", fieldErrors: { bio: expect.any(String) } });
  expect(await site.users.get(admin, member.id)).toMatchObject({ bio: "", isVerified: false });
});

test("a role can be granted and removed, but the last administrator can't lose theirs", async () => {
  await site.users.changeRole(admin, member.id, { role: "admin", reason: "Helps out" });
  expect(await site.getRole(member)).toBe("admin");
  expect((await listLog(member))[0]).toMatchObject({
    action: "member.role",
    before: { role: "user" },
    after: { role: "admin" },
  });
  await site.users.changeRole(admin, member.id, { role: "user", reason: "" });
  await expect(site.users.changeRole(admin, member.id, { role: "owner", reason: "" })).rejects.toMatchObject({
    code: "invalid_input",
  });
  await site.users.changeRole(admin, otherAdmin.id, { role: "user", reason: "" });
  await expect(site.users.changeRole(admin, admin.id, { role: "user", reason: "" })).rejects.toMatchObject({
    code: "last_administrator",
  });
  // A suspended administrator doesn't count.
  await site.users.changeRole(admin, otherAdmin.id, { role: "admin", reason: "" });
  await site.users.suspend(admin, otherAdmin.id, { term: "1d", reason: "Away" });
  await expect(site.users.changeRole(admin, admin.id, { role: "user", reason: "" })).rejects.toMatchObject({
    code: "last_administrator",
  });
  await site.users.endSuspension(admin, otherAdmin.id, { reason: "" });
  await site.signIn(otherAdmin);
});

test("an email address changes immediately and counts as confirmed; both addresses are notified, and a taken address is refused", async () => {
  const email = `moved-${member.id.slice(0, 8)}@example.org`;
  await site.users.changeAddress(admin, member.id, {
    email: email.toUpperCase(),
    reason: "Lost the old one",
  });
  expect(await site.users.get(admin, member.id)).toMatchObject({ email, state: "active" });
  for (const to of [member, { ...member, email }])
    expect((await site.listMessagesTo(to)).at(-1)?.text).toContain(`to ${email}`);
  await expect(
    site.users.changeAddress(admin, member.id, { email: otherAdmin.email ?? "", reason: "" }),
  ).rejects.toMatchObject({ code: "email_exists" });
  await expect(site.users.changeAddress(admin, member.id, { email: "no", reason: "" })).rejects.toMatchObject(
    {
      fieldErrors: { email: expect.any(String) },
    },
  );
  expect((await listLog(member))[0]).toMatchObject({ before: { email: member.email }, after: { email } });
});

describe("a suspension", () => {
  test("takes effect immediately, ends every session, and gives its reason by email and at sign-in with the right password", async () => {
    await site.users.suspend(admin, member.id, { term: "7d", reason: "Ten links a minute" });
    expect(await site.countSessions(member)).toBe(0);
    await expect(site.signIn(member)).rejects.toMatchObject({
      code: "user_banned",
      message: expect.stringMatching(/^Your account is suspended until .+ UTC\. Reason: Ten links a minute$/),
    });
    await expect(
      site.app.auth.signInWithPassword(
        { email: member.email ?? "", password: "not the password" },
        { ip: "203.0.113.1", userAgent: null },
      ),
    ).rejects.toMatchObject({ code: "invalid_credentials" });
    const [email] = await site.listMessagesTo(member);
    expect(email?.subject).toBe("Your Lattice account is suspended");
    expect(email?.text).toContain("Ten links a minute");
    expect(await site.users.get(admin, member.id)).toMatchObject({
      state: "suspended",
      suspension: { reason: "Ten links a minute" },
    });
  });

  test("can have no end date, and can be ended early", async () => {
    await site.users.suspend(admin, member.id, { term: "forever", reason: "Spam" });
    expect((await site.users.get(admin, member.id)).suspension?.until).toBeNull();
    await expect(site.signIn(member)).rejects.toMatchObject({
      message: "Your account is suspended indefinitely. Reason: Spam",
    });
    await site.users.endSuspension(admin, member.id, { reason: "A mistake" });
    await site.signIn(member);
    expect((await site.listMessagesTo(member)).at(-1)?.subject).toBe(
      "Your Lattice account is no longer suspended",
    );
    expect(await listLog(member)).toMatchObject([
      { action: "member.unsuspend", reason: "A mistake", before: { "suspended until": "no end date" } },
      { action: "member.suspend", reason: "Spam", after: { "suspended until": "no end date" } },
    ]);
    // Ending a suspension that is already over does nothing and is not logged.
    await site.users.endSuspension(admin, member.id, { reason: "" });
    expect(await listLog(member)).toHaveLength(2);
  });

  test("requires a term and a reason", async () => {
    await expect(site.users.suspend(admin, member.id, { term: "soon", reason: "x" })).rejects.toMatchObject({
      fieldErrors: { term: expect.any(String) },
    });
    await expect(site.users.suspend(admin, member.id, { term: "1d", reason: "  " })).rejects.toMatchObject({
      fieldErrors: { reason: "Enter a reason. The user will see it." },
    });
  });
});

test("signing a member out ends every session", async () => {
  await site.signIn(member);
  expect(await site.countSessions(member)).toBe(2);
  await site.users.signOut(admin, member.id, { reason: "Lost their phone" });
  expect(await site.countSessions(member)).toBe(0);
  expect((await listLog(member))[0]).toMatchObject({ action: "member.sign-out", before: { sessions: 2 } });
});

test("two-factor authentication can be reset, and the member is notified", async () => {
  await site.database.pool.query(
    "insert into auth.mfa_factors (user_id, factor_type, status, secret_sealed) values ($1, 'totp', 'verified', '')",
    [member.id],
  );
  await site.database.pool.query(
    `insert into auth.passkeys (user_id, credential_id, public_key, counter, is_backed_up, created_at)
     values ($1, 'credential', 'key', 0, false, now())`,
    [member.id],
  );
  expect(await site.users.get(admin, member.id)).toMatchObject({
    isTwoFactorOn: true,
    authenticatorAppCount: 1,
    passkeyCount: 1,
  });
  await site.users.resetFactors(admin, member.id, { reason: "Lost" });
  expect(await site.users.get(admin, member.id)).toMatchObject({
    isTwoFactorOn: false,
    authenticatorAppCount: 0,
  });
  expect((await site.listMessagesTo(member)).at(-1)?.subject).toContain("Two-factor authentication");
});

test("a note is shown to administrators with its author", async () => {
  await site.users.addNote(admin, member.id, { note: "  Knows a lot about bridges. " });
  expect((await site.users.get(admin, member.id)).notes).toMatchObject([
    { authorName: admin.username, content: "Knows a lot about bridges." },
  ]);
  await expect(site.users.addNote(admin, member.id, { note: " " })).rejects.toMatchObject({
    fieldErrors: { note: expect.any(String) },
  });
});

describe("a deletion", () => {
  const deletion = { content: "keep", reason: "Asked for it" };

  async function createContent(author: Member): Promise<{ postId: string; commentId: string }> {
    const { id: postId } = await site.app.forum.createPost(otherAdmin, {
      title: "Where to begin?",
      content: "With anything.",
      category: "tech",
      tags: [],
    } as never);
    const { id: ownPostId } = await site.app.forum.createPost(author, {
      title: "A post of mine",
      content: "My post.",
      category: "tech",
      tags: [],
    } as never);
    const comment = await site.app.forum.addComment(author, {
      postId,
      content: "My answer",
      parentId: null,
    } as never);
    return { postId: ownPostId, commentId: (comment as { id: string }).id };
  }

  test("requires the name to be typed, and leaves posts without an author", async () => {
    const { postId } = await createContent(member);
    await expect(
      site.users.delete(admin, member.id, { ...deletion, confirmation: "no" }),
    ).rejects.toMatchObject({
      fieldErrors: { confirmation: expect.any(String) },
    });
    await site.users.delete(admin, member.id, { ...deletion, confirmation: member.username });
    await expect(site.users.get(admin, member.id)).rejects.toMatchObject({ code: "member_not_found" });
    const { rows } = await site.database.pool.query(
      "select author_id, deleted_at, content from public.forum_posts where id = $1",
      [postId],
    );
    expect(rows).toEqual([{ author_id: null, deleted_at: null, content: "My post." }]);
    expect((await listLog(member))[0]).toMatchObject({
      action: "member.delete",
      after: { "posts and comments": "kept without an author" },
    });
  });

  test("can delete posts and comments too, and all counts still match the rows", async () => {
    const { postId, commentId } = await createContent(member);
    await site.users.delete(admin, member.id, {
      ...deletion,
      content: "delete",
      confirmation: member.username,
    });
    const {
      rows: [post],
    } = await site.database.pool.query("select content, deleted_at from public.forum_posts where id = $1", [
      postId,
    ]);
    const {
      rows: [comment],
    } = await site.database.pool.query("select content, deleted_at from public.comments where id = $1", [
      commentId,
    ]);
    expect([post.content, comment.content]).toEqual(["Deleted", "Deleted"]);
    expect([post.deleted_at, comment.deleted_at]).not.toContain(null);
    expect(await site.app.forum.recountForum({ repair: false })).toEqual([]);
  });
});

test("administrators can't use admin actions to suspend, sign out or delete themselves, or to change their own address or two-factor authentication", async () => {
  const reason = "x";
  for (const action of [
    () => site.users.suspend(admin, admin.id, { term: "1d", reason }),
    () => site.users.signOut(admin, admin.id, { reason }),
    () => site.users.resetFactors(admin, admin.id, { reason }),
    () => site.users.changeAddress(admin, admin.id, { email: "me@example.org", reason }),
    () => site.users.delete(admin, admin.id, { content: "keep", confirmation: admin.username, reason }),
  ])
    await expect(action()).rejects.toMatchObject({ code: "cannot_target_self" });
});

test("an unknown account is not found", async () => {
  for (const id of ["x", "00000000-0000-4000-8000-000000000000"]) {
    await expect(site.users.get(admin, id)).rejects.toMatchObject({ code: "member_not_found" });
    await expect(site.users.signOut(admin, id, { reason: "" })).rejects.toMatchObject({
      code: "member_not_found",
    });
  }
});
