import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Member } from "#core/accounts/member.ts";
import { type AppFixture, createAppFixture } from "#server/testing/app.ts";

let site: AppFixture;
/** Signed in a moment ago, with a session of their own. */
let admin: Member;
let other: Member;
let member: Member;
beforeAll(async () => {
  site = await createAppFixture();
  admin = await administrator();
  other = await administrator();
});
beforeEach(async () => {
  member = await site.register();
});
afterAll(() => site.end());

async function administrator(): Promise<Member> {
  const made = await site.register();
  await site.database.pool.query("update public.user_roles set role = 'admin' where user_id = $1", [made.id]);
  return { ...made, role: "admin" };
}

const users = () => site.app.admin.users;
const roleOf = async ({ id }: Member) =>
  (await site.database.pool.query("select role from public.user_roles where user_id = $1", [id])).rows[0]
    ?.role;
const sessionsOf = async ({ id }: Member) =>
  (await site.database.pool.query("select 1 from auth.sessions where user_id = $1", [id])).rowCount;
const logOf = async ({ id }: Member) =>
  (await site.app.admin.log.list(admin, { kind: "member", thingId: id })).acts.map(
    ({ act, why, before, after, actorName }) => ({ act, why, before, after, actorName }),
  );
const mailsTo = async ({ email }: Member) =>
  (
    await site.database.pool.query(
      "select subject, body_text as text from mail.outbox where recipient = $1 order by id",
      [email],
    )
  ).rows as { subject: string; text: string }[];
const passwordOf = ({ email }: Member) => `wooden-Lantern-${/\d+/.exec(email ?? "")?.[0]}-7391`;
const signIn = (who: Member) =>
  site.app.auth.signInWithPassword(
    { email: who.email ?? "", password: passwordOf(who) },
    { ip: "203.0.113.1", userAgent: "a test" },
  );

test("name, bio and badge change, and the log tells each with what was before; what stayed is no act", async () => {
  await users().edit(admin, member.id, {
    username: `renamed_${member.id.slice(0, 4)}`,
    bio: "New words",
    isVerified: true,
    why: "Asked for it",
  });
  const record = await users().show(admin, member.id);
  expect(record).toMatchObject({
    username: `renamed_${member.id.slice(0, 4)}`,
    bio: "New words",
    isVerified: true,
  });
  const acts = await logOf(member);
  expect(acts).toEqual([
    {
      act: "member.verify",
      why: "Asked for it",
      actorName: admin.username,
      before: { verified: false },
      after: { verified: true },
    },
    {
      act: "member.edit",
      why: "Asked for it",
      actorName: admin.username,
      before: { name: member.username, bio: "" },
      after: { name: record.username, bio: "New words" },
    },
  ]);
  await users().edit(admin, member.id, { ...record, why: "" });
  expect(await logOf(member)).toHaveLength(2);
});

test("a name that is taken or none is refused, and nothing is changed", async () => {
  const edit = { bio: "Kept out", isVerified: true, why: "" };
  await expect(users().edit(admin, member.id, { ...edit, username: other.username })).rejects.toMatchObject({
    code: "username_taken",
  });
  await expect(users().edit(admin, member.id, { ...edit, username: "x" })).rejects.toMatchObject({
    code: "username_invalid",
  });
  await expect(
    users().edit(admin, member.id, { ...edit, username: member.username, bio: "x".repeat(501) }),
  ).rejects.toMatchObject({ code: "invalid_input", fields: { bio: expect.any(String) } });
  expect(await users().show(admin, member.id)).toMatchObject({ bio: "", isVerified: false });
});

test("a role holds with the next request, and the last administrator keeps theirs", async () => {
  await users().changeRole(admin, member.id, { role: "admin", why: "Helps out" });
  expect(await roleOf(member)).toBe("admin");
  expect((await logOf(member))[0]).toMatchObject({
    act: "member.role",
    before: { role: "user" },
    after: { role: "admin" },
  });
  await users().changeRole(admin, member.id, { role: "user", why: "" });
  await expect(users().changeRole(admin, member.id, { role: "owner", why: "" })).rejects.toMatchObject({
    code: "invalid_input",
  });
  await users().changeRole(admin, other.id, { role: "user", why: "" });
  await expect(users().changeRole(admin, admin.id, { role: "user", why: "" })).rejects.toMatchObject({
    code: "last_administrator",
  });
  // An administrator who is suspended counts for none.
  await users().changeRole(admin, other.id, { role: "admin", why: "" });
  await users().suspend(admin, other.id, { term: "1d", why: "Away" });
  await expect(users().changeRole(admin, admin.id, { role: "user", why: "" })).rejects.toMatchObject({
    code: "last_administrator",
  });
  await users().endSuspension(admin, other.id, { why: "" });
  await signIn(other);
});

test("an address moves at once, confirmed; both are told, and one that is taken is refused", async () => {
  const email = `moved-${member.id.slice(0, 8)}@example.org`;
  await users().changeAddress(admin, member.id, { email: email.toUpperCase(), why: "Lost the old one" });
  expect(await users().show(admin, member.id)).toMatchObject({ email, state: "active" });
  for (const to of [member, { ...member, email }])
    expect((await mailsTo(to)).at(-1)?.text).toContain(`to the address ${email}`);
  await expect(
    users().changeAddress(admin, member.id, { email: other.email ?? "", why: "" }),
  ).rejects.toMatchObject({ code: "email_exists" });
  await expect(users().changeAddress(admin, member.id, { email: "no", why: "" })).rejects.toMatchObject({
    fields: { email: expect.any(String) },
  });
  expect((await logOf(member))[0]).toMatchObject({ before: { email: member.email }, after: { email } });
});

describe("a suspension", () => {
  test("holds at once, ends every session, and is told with its reason: by mail, and to who knows the password", async () => {
    await users().suspend(admin, member.id, { term: "7d", why: "Ten links a minute" });
    expect(await sessionsOf(member)).toBe(0);
    await expect(signIn(member)).rejects.toMatchObject({
      code: "user_banned",
      message: expect.stringMatching(
        /^Your account is suspended until .+ UTC\. The reason: Ten links a minute$/,
      ),
    });
    await expect(
      site.app.auth.signInWithPassword(
        { email: member.email ?? "", password: "not the password" },
        { ip: "203.0.113.1", userAgent: null },
      ),
    ).rejects.toMatchObject({ code: "user_banned", message: "User is banned" });
    const [mail] = await mailsTo(member);
    expect(mail?.subject).toBe("Your account at Lattice is suspended");
    expect(mail?.text).toContain("Ten links a minute");
    expect(await users().show(admin, member.id)).toMatchObject({
      state: "suspended",
      suspension: { reason: "Ten links a minute" },
    });
  });

  test("is over when its time is, and can be ended before", async () => {
    await users().suspend(admin, member.id, { term: "forever", why: "Spam" });
    expect((await users().show(admin, member.id)).suspension?.until).toBeNull();
    await expect(signIn(member)).rejects.toMatchObject({
      message: "Your account is suspended for good. The reason: Spam",
    });
    await users().endSuspension(admin, member.id, { why: "A mistake" });
    await signIn(member);
    expect((await mailsTo(member)).at(-1)?.subject).toBe("Your account at Lattice is open again");
    expect(await logOf(member)).toMatchObject([
      { act: "member.unsuspend", why: "A mistake", before: { "suspended until": "for good" } },
      { act: "member.suspend", why: "Spam", after: { "suspended until": "for good" } },
    ]);
    // One that is over is as wished, and no act.
    await users().endSuspension(admin, member.id, { why: "" });
    expect(await logOf(member)).toHaveLength(2);
  });

  test("asks for a term and a reason", async () => {
    await expect(users().suspend(admin, member.id, { term: "soon", why: "x" })).rejects.toMatchObject({
      fields: { term: expect.any(String) },
    });
    await expect(users().suspend(admin, member.id, { term: "1d", why: "  " })).rejects.toMatchObject({
      fields: { why: "Say why: the member is told." },
    });
  });
});

test("signing out everywhere ends every session", async () => {
  await signIn(member);
  expect(await sessionsOf(member)).toBe(2);
  await users().signOut(admin, member.id, { why: "A lost telephone" });
  expect(await sessionsOf(member)).toBe(0);
  expect((await logOf(member))[0]).toMatchObject({ act: "member.sign-out", before: { sessions: 2 } });
});

test("second factors are taken away, and the member is told", async () => {
  await site.database.pool.query(
    "insert into auth.mfa_factors (user_id, factor_type, status, secret_sealed) values ($1, 'totp', 'verified', '')",
    [member.id],
  );
  expect((await users().show(admin, member.id)).factorCount).toBe(1);
  await users().resetFactors(admin, member.id, { why: "Lost" });
  expect((await users().show(admin, member.id)).factorCount).toBe(0);
  expect((await mailsTo(member)).at(-1)?.subject).toContain("second factors");
});

test("a note is kept for administrators, with who wrote it", async () => {
  await users().note(admin, member.id, { note: "  Knows a lot about bridges. " });
  expect((await users().show(admin, member.id)).notes).toMatchObject([
    { authorName: admin.username, content: "Knows a lot about bridges." },
  ]);
  await expect(users().note(admin, member.id, { note: " " })).rejects.toMatchObject({
    fields: { note: expect.any(String) },
  });
});

describe("a deletion", () => {
  const from = { content: "keep", why: "Asked for it" };

  async function write(author: Member): Promise<{ postId: string; commentId: string }> {
    const { id: postId } = await site.app.forum.createPost(other, {
      title: "Where to begin?",
      content: "With anything.",
      category: "tech",
      tags: [],
    } as never);
    const { id: own } = await site.app.forum.createPost(author, {
      title: "A post of mine",
      content: "Words of mine.",
      category: "tech",
      tags: [],
    } as never);
    const comment = await site.app.forum.addComment(author, {
      postId,
      content: "My answer",
      parentId: null,
    } as never);
    return { postId: own, commentId: (comment as { id: string }).id };
  }

  test("wants the name typed, and keeps what was written without an author", async () => {
    const { postId } = await write(member);
    await expect(users().delete(admin, member.id, { ...from, confirmation: "no" })).rejects.toMatchObject({
      fields: { confirmation: expect.any(String) },
    });
    await users().delete(admin, member.id, { ...from, confirmation: member.username });
    await expect(users().show(admin, member.id)).rejects.toMatchObject({ code: "member_not_found" });
    const { rows } = await site.database.pool.query(
      "select author_id, deleted_at, content from public.forum_posts where id = $1",
      [postId],
    );
    expect(rows).toEqual([{ author_id: null, deleted_at: null, content: "Words of mine." }]);
    expect((await logOf(member))[0]).toMatchObject({
      act: "member.delete",
      after: { "posts and comments": "kept without a name" },
    });
  });

  test("takes what was written with it, and every figure is what the rows say", async () => {
    const { postId, commentId } = await write(member);
    await users().delete(admin, member.id, { ...from, content: "delete", confirmation: member.username });
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

test("nobody does to themselves what their settings are for", async () => {
  const why = "x";
  for (const act of [
    () => users().suspend(admin, admin.id, { term: "1d", why }),
    () => users().signOut(admin, admin.id, { why }),
    () => users().resetFactors(admin, admin.id, { why }),
    () => users().changeAddress(admin, admin.id, { email: "me@example.org", why }),
    () => users().delete(admin, admin.id, { content: "keep", confirmation: admin.username, why }),
  ])
    await expect(act()).rejects.toMatchObject({ code: "not_yourself" });
});

test("an account that is not there is not found", async () => {
  for (const id of ["x", "00000000-0000-4000-8000-000000000000"]) {
    await expect(users().show(admin, id)).rejects.toMatchObject({ code: "member_not_found" });
    await expect(users().signOut(admin, id, { why: "" })).rejects.toMatchObject({ code: "member_not_found" });
  }
});

describe("at once", () => {
  test("two administrators who take each other's office: one keeps theirs, the other is refused", async () => {
    for (let round = 0; round < 5; round += 1) {
      const [left, right] = [await administrator(), await administrator()];
      const outcomes = await Promise.allSettled([
        users().changeRole(left, right.id, { role: "user", why: "" }),
        users().changeRole(right, left.id, { role: "user", why: "" }),
      ]);
      expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      expect(outcomes.find((outcome) => outcome.status === "rejected")?.reason).toMatchObject({
        code: "access_denied",
      });
      expect([await roleOf(left), await roleOf(right)].sort()).toEqual(["admin", "user"]);
    }
  });

  test("two administrators who suspend, or delete, each other: one is left to act", async () => {
    const [left, right] = [await administrator(), await administrator()];
    const outcomes = await Promise.allSettled([
      users().suspend(left, right.id, { term: "1d", why: "x" }),
      users().delete(right, left.id, { content: "keep", confirmation: left.username, why: "x" }),
    ]);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  test("an act that comes after the demotion of whoever does it is refused, whenever it began", async () => {
    const demoted = await administrator();
    await Promise.allSettled([
      users().changeRole(admin, demoted.id, { role: "user", why: "" }),
      ...Array.from({ length: 8 }, (_, at) => users().note(demoted, member.id, { note: `Note ${at}` })),
    ]);
    // `demoted` still says admin, as a request does that began before.
    await expect(users().note(demoted, member.id, { note: "Too late" })).rejects.toMatchObject({
      code: "access_denied",
    });
    const notes = (await users().show(admin, member.id)).notes.map(({ content }) => content);
    expect(notes).not.toContain("Too late");
  });

  test("an administrator edits themselves while another demotes them: neither waits for the other for ever", async () => {
    for (let round = 0; round < 5; round += 1) {
      const both = await administrator();
      const outcomes = await Promise.allSettled([
        users().changeRole(admin, both.id, { role: "user", why: "" }),
        users().edit(both, both.id, {
          username: both.username,
          bio: `Round ${round}`,
          isVerified: false,
          why: "",
        }),
      ]);
      expect(outcomes[0]?.status).toBe("fulfilled");
      expect(await roleOf(both)).toBe("user");
    }
  });
});

describe("a fresh sign-in", () => {
  const from = { ip: "203.0.113.1", userAgent: null };
  const proof = { password: "", mailedCode: "", factorId: "", code: "" };

  test("is asked for by every act on an account once the last is older than ten minutes, and a note by none", async () => {
    const stale = await administrator();
    await site.database.pool.query(
      `update auth.sessions set amr = jsonb_set(amr, '{0,timestamp}', to_jsonb(extract(epoch from now())::int - 601)) where user_id = $1`,
      [stale.id],
    );
    const why = "x";
    for (const act of [
      () => users().edit(stale, member.id, { username: "x", bio: "", isVerified: true, why }),
      () => users().changeRole(stale, member.id, { role: "admin", why }),
      () => users().changeAddress(stale, member.id, { email: "a@example.org", why }),
      () => users().suspend(stale, member.id, { term: "1d", why }),
      () => users().endSuspension(stale, member.id, { why }),
      () => users().signOut(stale, member.id, { why }),
      () => users().resetFactors(stale, member.id, { why }),
      () => users().delete(stale, member.id, { content: "keep", confirmation: member.username, why }),
    ])
      await expect(act()).rejects.toMatchObject({ code: "sign_in_again" });
    await users().note(stale, member.id, { note: "Seen" });

    const { own } = site.app.auth;
    expect(await own.describeProof(stale)).toEqual({ first: "password", factors: [] });
    await expect(own.signInAgain(stale, { ...proof, password: "wrong" }, from)).rejects.toMatchObject({
      code: "sign_in_again",
      fields: { password: "This is not your password." },
    });
    await own.signInAgain(stale, { ...proof, password: passwordOf(stale) }, from);
    await users().signOut(stale, member.id, { why });
    expect(await sessionsOf(stale)).toBe(1);
  });

  test("by the password alone is none for who has a second factor", async () => {
    const guarded = await administrator();
    await site.database.pool.query(
      "insert into auth.mfa_factors (user_id, factor_type, status, secret_sealed) values ($1, 'totp', 'verified', '')",
      [guarded.id],
    );
    await expect(users().signOut(guarded, member.id, { why: "" })).rejects.toMatchObject({
      code: "sign_in_again",
    });
    await expect(
      site.app.auth.own.signInAgain(guarded, { ...proof, password: passwordOf(guarded) }, from),
    ).rejects.toMatchObject({ fields: { code: "Enter the code of your second factor." } });
    await expect(users().signOut(guarded, member.id, { why: "" })).rejects.toMatchObject({
      code: "sign_in_again",
    });
    await site.database.pool.query("update auth.sessions set amr = $2 where user_id = $1", [
      guarded.id,
      JSON.stringify([{ method: "totp", timestamp: Math.floor(Date.now() / 1000) }]),
    ]);
    await users().signOut(guarded, member.id, { why: "" });
  });

  test("is none of a session that has ended", async () => {
    const gone = await administrator();
    await site.database.pool.query("delete from auth.sessions where user_id = $1", [gone.id]);
    await expect(users().signOut(gone, member.id, { why: "" })).rejects.toMatchObject({
      code: "not_signed_in",
    });
  });
});
