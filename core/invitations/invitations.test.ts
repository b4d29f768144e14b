import { describe, expect, test } from "vitest";
import { CLEARED_INVITATION_COOKIE, createInvitationCookie, parseInvitationCookie } from "./cookie.ts";
import { buildInvitationListPath, parseInvitationListQuery } from "./list-query.ts";
import { listDays, parseEmailInput, parseLinkInput } from "./parse-input.ts";
import { describeInviteProblem, findInviteProblem, getInvitationState, type InviterFacts } from "./rules.ts";

const NOW = new Date("2026-05-10T12:00:00Z");
const TOKEN = "abcdefghijklmnopqrstuvwxyz-_0123";

const newMember: InviterFacts = {
  joinedAt: new Date("2026-05-01T12:00:00Z"),
  contributionCount: 3,
  karma: 2,
  isVerified: false,
  isAdmin: false,
  isInGoodStanding: true,
};
const veteran = { ...newMember, joinedAt: new Date("2026-01-01"), contributionCount: 20, karma: 10 };

describe("who may invite people", () => {
  test.each([
    ["an administrator", { ...newMember, isAdmin: true }, false, null],
    [
      "a suspended administrator",
      { ...newMember, isAdmin: true, isInGoodStanding: false },
      true,
      "bad-standing",
    ],
    ["a trusted member, if members may", veteran, true, null],
    ["a verified member, if members may", { ...newMember, isVerified: true }, true, null],
    ["a trusted member, if members may not", veteran, false, "admins-only"],
    ["a new member", newMember, true, "not-trusted"],
    ["a member without enough karma", { ...veteran, karma: 9 }, true, "not-trusted"],
  ] as const)("%s", (_, inviter, mayMembersInvite, problem) => {
    expect(findInviteProblem(inviter, { members: mayMembersInvite, perDay: 5 }, NOW)).toBe(problem);
  });

  test("is explained to members who aren't trusted yet", () => {
    expect(describeInviteProblem("not-trusted")).toBe(
      "You can invite people once you're a trusted member. Members become trusted after 14 days if they have at least 20 posts or comments and 10 karma, or as soon as they have the Verified badge.",
    );
  });
});

test.each([
  [{}, "active"],
  [{ canInvite: false }, "blocked"],
  [{ expiresAt: NOW }, "expired"],
  [{ useCount: 2 }, "used"],
  [{ useCount: 2, expiresAt: NOW, revokedAt: NOW }, "revoked"],
])("an invitation with %j is %s", (change, state) => {
  const { canInvite = true, ...stored } = change as { canInvite?: boolean };
  const invitation = {
    revokedAt: null,
    expiresAt: new Date("2026-05-11"),
    maxUses: 2,
    useCount: 1,
    ...stored,
  };
  expect(getInvitationState(invitation, { canInvite, now: NOW })).toBe(state);
});

test("the token is read back from its cookie, and nothing but a token is accepted", () => {
  expect(createInvitationCookie(TOKEN)).toMatch(/; Path=\/; Max-Age=86400; HttpOnly; SameSite=Lax$/);
  expect(parseInvitationCookie(`theme=dark; ${createInvitationCookie(TOKEN).split(";")[0]}`)).toBe(TOKEN);
  for (const header of [
    null,
    undefined,
    "",
    CLEARED_INVITATION_COOKIE,
    "lattice-invitation=x",
    `x-lattice-invitation=${TOKEN}`,
  ])
    expect(parseInvitationCookie(header)).toBeUndefined();
});

test("forms are parsed with the limits of administrators or of members", () => {
  const link = { label: " A  label ", uses: " 10 ", days: "30" };
  const expected = { label: "A label", email: null, maxUses: 10, days: 30 };
  for (const isAdmin of [true, false]) expect(parseLinkInput(link, { isAdmin })).toEqual(expected);
  expect(parseLinkInput({ ...link, uses: "11" }, { isAdmin: true }).maxUses).toBe(11);
  expect(() => parseLinkInput({ ...link, uses: "11" }, { isAdmin: false })).toThrow();
  expect(listDays({ isAdmin: false })).toEqual([1, 7, 30]);
  expect(parseEmailInput({ email: " A@Example.org", days: "7" }, { isAdmin: true })).toEqual({
    label: "",
    email: "a@example.org",
    maxUses: 1,
    days: 7,
  });
});

test("a list's path leads back to the same list", () => {
  for (const path of ["/admin/invitations", "/admin/invitations?show=ended&after=x"])
    expect(
      buildInvitationListPath(
        "/admin/invitations",
        parseInvitationListQuery(new URL(path, "http://x").searchParams),
      ),
    ).toBe(path);
  expect(parseInvitationListQuery(new URLSearchParams("show=nonsense"))).toEqual({
    show: "all",
    cursor: null,
  });
});
