import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Member } from "#core/accounts/member.ts";
import { createMemberActionsFixture, type MemberActionsFixture } from "./member-actions.fixture.ts";

let site: MemberActionsFixture;
let member: Member;
beforeAll(async () => {
  site = await createMemberActionsFixture();
});
beforeEach(async () => {
  member = await site.register();
});
afterAll(() => site.end());

describe("a fresh sign-in", () => {
  const from = { ip: "203.0.113.1", userAgent: null };
  const proof = { password: "", mailedCode: "", factorId: "", code: "" };

  test("is required for every action on an account after ten minutes, but not for notes", async () => {
    const stale = await site.administrator();
    await site.database.pool.query(
      `update auth.sessions set amr = jsonb_set(amr, '{0,timestamp}', to_jsonb(extract(epoch from now())::int - 601)) where user_id = $1`,
      [stale.id],
    );
    const why = "x";
    for (const act of [
      () => site.users.edit(stale, member.id, { username: "x", bio: "", isVerified: true, why }),
      () => site.users.changeRole(stale, member.id, { role: "admin", why }),
      () => site.users.changeAddress(stale, member.id, { email: "a@example.org", why }),
      () => site.users.suspend(stale, member.id, { term: "1d", why }),
      () => site.users.endSuspension(stale, member.id, { why }),
      () => site.users.signOut(stale, member.id, { why }),
      () => site.users.resetFactors(stale, member.id, { why }),
      () => site.app.admin.outbox.read(stale, "1"),
      () => site.users.delete(stale, member.id, { content: "keep", confirmation: member.username, why }),
    ])
      await expect(act()).rejects.toMatchObject({ code: "sign_in_again" });
    await site.users.note(stale, member.id, { note: "Seen" });

    const { own } = site.app.auth;
    expect(await own.describeProof(stale)).toEqual({ first: "password", codeInstead: true, factors: [] });
    await expect(own.signInAgain(stale, { ...proof, password: "wrong" }, from)).rejects.toMatchObject({
      code: "sign_in_again",
      fields: { password: "This password is wrong." },
    });
    await own.signInAgain(stale, { ...proof, password: site.getPassword(stale) }, from);
    await site.users.signOut(stale, member.id, { why });
    expect(await site.countSessions(stale)).toBe(1);
  });

  test("requires the second factor if there is one", async () => {
    const guarded = await site.administrator();
    await site.database.pool.query(
      "insert into auth.mfa_factors (user_id, factor_type, status, secret_sealed) values ($1, 'totp', 'verified', '')",
      [guarded.id],
    );
    await expect(site.users.signOut(guarded, member.id, { why: "" })).rejects.toMatchObject({
      code: "sign_in_again",
    });
    await expect(
      site.app.auth.own.signInAgain(guarded, { ...proof, password: site.getPassword(guarded) }, from),
    ).rejects.toMatchObject({ fields: { code: "Enter the code from your authenticator app." } });
    await expect(site.users.signOut(guarded, member.id, { why: "" })).rejects.toMatchObject({
      code: "sign_in_again",
    });
    await site.database.pool.query("update auth.sessions set amr = $2 where user_id = $1", [
      guarded.id,
      JSON.stringify([{ method: "totp", timestamp: Math.floor(Date.now() / 1000) }]),
    ]);
    await site.users.signOut(guarded, member.id, { why: "" });
  });

  test("doesn't count once the session has ended", async () => {
    const gone = await site.administrator();
    await site.database.pool.query("delete from auth.sessions where user_id = $1", [gone.id]);
    await expect(site.users.signOut(gone, member.id, { why: "" })).rejects.toMatchObject({
      code: "not_signed_in",
    });
  });
});
