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

describe("a recent sign-in", () => {
  const client = { ip: "203.0.113.1", userAgent: null };
  const proof = { password: "", oneTimeCode: "", factorId: "", code: "" };

  test("counts for ten minutes, and is required for every action on an account and for reading an email, but not for notes", async () => {
    const staleAdmin = await site.createAdministrator();
    await site.database.pool.query(
      `update auth.sessions set amr = jsonb_set(amr, '{0,timestamp}', to_jsonb(extract(epoch from now())::int - 601)) where user_id = $1`,
      [staleAdmin.id],
    );
    const reason = "x";
    for (const action of [
      () => site.users.edit(staleAdmin, member.id, { username: "x", bio: "", isVerified: true, reason }),
      () => site.users.changeRole(staleAdmin, member.id, { role: "admin", reason }),
      () => site.users.changeAddress(staleAdmin, member.id, { email: "a@example.org", reason }),
      () => site.users.suspend(staleAdmin, member.id, { term: "1d", reason }),
      () => site.users.endSuspension(staleAdmin, member.id, { reason }),
      () => site.users.signOut(staleAdmin, member.id, { reason }),
      () => site.users.resetFactors(staleAdmin, member.id, { reason }),
      () => site.app.admin.outbox.read(staleAdmin, "1"),
      () =>
        site.users.delete(staleAdmin, member.id, { content: "keep", confirmation: member.username, reason }),
    ])
      await expect(action()).rejects.toMatchObject({ code: "step_up_required" });
    await site.users.addNote(staleAdmin, member.id, { note: "Seen" });

    const { account } = site.app.auth;
    expect(await account.describeProof(staleAdmin)).toMatchObject({
      first: "password",
      allowsOneTimeCode: true,
      factors: [],
      providers: [],
      passkeyId: null,
    });
    await expect(account.stepUp(staleAdmin, { ...proof, password: "wrong" }, client)).rejects.toMatchObject({
      code: "step_up_required",
      fieldErrors: { password: "Incorrect password." },
    });
    await account.stepUp(staleAdmin, { ...proof, password: site.getPassword(staleAdmin) }, client);
    await site.users.signOut(staleAdmin, member.id, { reason });
    expect(await site.countSessions(staleAdmin)).toBe(1);
  });

  test("must include a factor if the account has one", async () => {
    const adminWithFactor = await site.createAdministrator();
    await site.database.pool.query(
      "insert into auth.mfa_factors (user_id, factor_type, status, secret_sealed) values ($1, 'totp', 'verified', '')",
      [adminWithFactor.id],
    );
    await expect(site.users.signOut(adminWithFactor, member.id, { reason: "" })).rejects.toMatchObject({
      code: "step_up_required",
    });
    await expect(
      site.app.auth.account.stepUp(
        adminWithFactor,
        { ...proof, password: site.getPassword(adminWithFactor) },
        client,
      ),
    ).rejects.toMatchObject({ fieldErrors: { code: "Enter the code from your authenticator app." } });
    await expect(site.users.signOut(adminWithFactor, member.id, { reason: "" })).rejects.toMatchObject({
      code: "step_up_required",
    });
    await site.database.pool.query("update auth.sessions set amr = $2 where user_id = $1", [
      adminWithFactor.id,
      JSON.stringify([{ method: "totp", timestamp: Math.floor(Date.now() / 1000) }]),
    ]);
    await site.users.signOut(adminWithFactor, member.id, { reason: "" });
  });

  test("doesn't count once the session has ended", async () => {
    const signedOutAdmin = await site.createAdministrator();
    await site.database.pool.query("delete from auth.sessions where user_id = $1", [signedOutAdmin.id]);
    await expect(site.users.signOut(signedOutAdmin, member.id, { reason: "" })).rejects.toMatchObject({
      code: "not_signed_in",
    });
  });
});
