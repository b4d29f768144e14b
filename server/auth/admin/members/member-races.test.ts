import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Member } from "#core/accounts/member.ts";
import { createMemberActionsFixture, type MemberActionsFixture } from "./member-actions.fixture.ts";

/** Tests admin actions by two administrators at the same time, or by one who is being demoted. */

let site: MemberActionsFixture;
let admin: Member;
let member: Member;
beforeAll(async () => {
  site = await createMemberActionsFixture();
  admin = await site.createAdministrator();
});
beforeEach(async () => {
  member = await site.register();
});
afterAll(() => site.end());

test("if two administrators demote each other, one succeeds and the other is refused", async () => {
  for (let round = 0; round < 5; round += 1) {
    const [firstAdmin, secondAdmin] = [await site.createAdministrator(), await site.createAdministrator()];
    const outcomes = await Promise.allSettled([
      site.users.changeRole(firstAdmin, secondAdmin.id, { role: "user", reason: "" }),
      site.users.changeRole(secondAdmin, firstAdmin.id, { role: "user", reason: "" }),
    ]);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(outcomes.find((outcome) => outcome.status === "rejected")?.reason).toMatchObject({
      code: "access_denied",
    });
    expect([await site.getRole(firstAdmin), await site.getRole(secondAdmin)].sort()).toEqual([
      "admin",
      "user",
    ]);
  }
});

test("if an administrator deletes another, who suspends them at the same time, only one action succeeds", async () => {
  const [firstAdmin, secondAdmin] = [await site.createAdministrator(), await site.createAdministrator()];
  const outcomes = await Promise.allSettled([
    site.users.suspend(firstAdmin, secondAdmin.id, { term: "1d", reason: "x" }),
    site.users.delete(secondAdmin, firstAdmin.id, {
      content: "keep",
      confirmation: firstAdmin.username,
      reason: "x",
    }),
  ]);
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test("an action is refused once the administrator has been demoted, even if the request started earlier", async () => {
  const demotedAdmin = await site.createAdministrator();
  await Promise.allSettled([
    site.users.changeRole(admin, demotedAdmin.id, { role: "user", reason: "" }),
    ...Array.from({ length: 8 }, (_, index) =>
      site.users.addNote(demotedAdmin, member.id, { note: `Note ${index}` }),
    ),
  ]);
  // `demotedAdmin` still has the admin role, as in a request that started before the demotion.
  await expect(site.users.addNote(demotedAdmin, member.id, { note: "Too late" })).rejects.toMatchObject({
    code: "access_denied",
  });
  const notes = (await site.users.get(admin, member.id)).notes.map(({ content }) => content);
  expect(notes).not.toContain("Too late");
});

test("an administrator editing themselves while being demoted doesn't deadlock", async () => {
  for (let round = 0; round < 5; round += 1) {
    const otherAdmin = await site.createAdministrator();
    const outcomes = await Promise.allSettled([
      site.users.changeRole(admin, otherAdmin.id, { role: "user", reason: "" }),
      site.users.edit(otherAdmin, otherAdmin.id, {
        username: otherAdmin.username,
        bio: `Round ${round}`,
        isVerified: false,
        reason: "",
      }),
    ]);
    expect(outcomes[0]?.status).toBe("fulfilled");
    expect(await site.getRole(otherAdmin)).toBe("user");
  }
});
