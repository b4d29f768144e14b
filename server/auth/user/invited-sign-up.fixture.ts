import type { Member } from "#core/accounts/member.ts";
import type { InvitationSettings } from "#core/invitations/rules.ts";
import type { SignUpMode } from "#core/settings/types.ts";
import type { Database } from "#server/database/index.ts";
import { createInvitations, createSignUpInvitations } from "#server/invitations/index.ts";
import type { Clock } from "#server/platform/clock.ts";
import { insertMember } from "#server/testing/members.ts";
import type { AuthOptions } from "../index.ts";
import type { AuthFixture } from "../testing.ts";

/** A site with settings that tests can change. */
export type InviteOnlySite = ReturnType<typeof createInviteOnlySite>;

/** Creates a site where at first only people with an administrator's invitation can sign up. */
export function createInviteOnlySite() {
  const site: { mode: SignUpMode; invitations: InvitationSettings } = {
    mode: "invited",
    invitations: { members: false, perDay: 5 },
  };
  const readSettings = async () => ({
    signUpMode: site.mode,
    signUpOpen: site.mode === "open",
    invitations: site.invitations,
  });
  /** For createAuthFixture's `extend`: returns the options that make it use this site. */
  const extend = (deps: { readonly database: Database; readonly clock: Clock }): Partial<AuthOptions> => {
    const settings = { read: readSettings };
    return { settings, invitations: createSignUpInvitations({ ...deps, settings }) };
  };
  return Object.assign(site, { readSettings, extend });
}

export type Inviter = Awaited<ReturnType<typeof createInviter>>;

let adminCount = 0;

/** Creates an administrator who invites people to an auth fixture's site. */
export async function createInviter(fixture: AuthFixture, site: InviteOnlySite) {
  const { database, clock, mailer, auth } = fixture;
  adminCount += 1;
  const admin = await insertMember(database, `inviter_${adminCount}`, { role: "admin" });
  const invitations = createInvitations({
    database,
    clock,
    mailer,
    auth,
    settings: { read: site.readSettings },
    limits: { consume: async () => ({ allowed: true, retryAfterSeconds: 0 }), refund: async () => {} },
    publicUrl: "http://lattice.test",
  });
  const parseToken = (link: string) => link.split("/invite/")[1]?.trim() ?? "";
  const findNewestInvitation = async (by: Member) => {
    const [newestInvitation] = (await invitations.listOwn(by, { show: "all", cursor: null })).invitations;
    if (!newestInvitation) throw new Error("there are no invitations");
    return newestInvitation;
  };
  return {
    admin,
    invitations,
    /** Creates a link and returns its token. */
    async createToken({ uses = 10, days = 30, by = admin } = {}) {
      const input = { label: "", uses: String(uses), days: String(days) };
      return parseToken(await invitations.createLink(by, input));
    },
    /** Emails an invitation and returns its token. */
    async inviteByEmail(email: string, by = admin) {
      await invitations.inviteByEmail(by, { email, days: "30" });
      const { text } = await fixture.getLastMessageTo(email);
      return parseToken(/\S+\/invite\/\S+/.exec(text)?.[0] ?? "");
    },
    /** Returns the number of uses of an inviter's newest invitation, and the usernames of those who joined with it. */
    async readNewestInvitation(by = admin) {
      const { useCount, joined } = await findNewestInvitation(by);
      return { count: useCount, joined: joined.map(({ username }) => username) };
    },
    getNewestInvitationId: async (by = admin) => (await findNewestInvitation(by)).id,
  };
}
