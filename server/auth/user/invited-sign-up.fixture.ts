import type { Member } from "#core/accounts/member.ts";
import type { InvitationSettings } from "#core/invitations/rules.ts";
import type { SignUpMode } from "#core/settings/types.ts";
import type { Database } from "#server/database/index.ts";
import { createInvitations, createSignUpInvitations, type Invitations } from "#server/invitations/index.ts";
import type { Clock } from "#server/platform/clock.ts";
import { insertMember } from "#server/testing/members.ts";
import type { AuthOptions } from "../index.ts";
import type { AuthFixture } from "../testing.ts";

/** The settings of a site, which tests can change. */
export interface InvitedSite {
  mode: SignUpMode;
  invitations: InvitationSettings;
  /** Returns the options for createAuthFixture. */
  extend(deps: { readonly database: Database; readonly clock: Clock }): Partial<AuthOptions>;
  readSettings(): Promise<{
    signUpMode: SignUpMode;
    signUpOpen: boolean;
    invitations: InvitationSettings;
  }>;
}

/** Creates a site where at first only people with an administrator's invitation can sign up. */
export function createInvitedSite(): InvitedSite {
  const site: InvitedSite = {
    mode: "invited",
    invitations: { members: false, perDay: 5 },
    readSettings: async () => ({
      signUpMode: site.mode,
      signUpOpen: site.mode === "open",
      invitations: site.invitations,
    }),
    extend(deps) {
      const settings = { read: site.readSettings };
      return { settings, invitations: createSignUpInvitations({ ...deps, settings }) };
    },
  };
  return site;
}

export interface Inviter {
  readonly admin: Member;
  readonly invitations: Invitations;
  /** Creates a link and returns its token. */
  createToken(options?: { uses?: number; days?: number; by?: Member }): Promise<string>;
  /** Emails an invitation and returns its token. */
  inviteByEmail(email: string, by?: Member): Promise<string>;
  /** Returns the usernames of those who joined with an inviter's newest invitation, and its number of uses. */
  readNewest(by?: Member): Promise<{ count: number; joined: (string | null)[] }>;
  /** Returns the newest invitation's id. */
  getNewestId(by?: Member): Promise<string>;
}

let adminCount = 0;

/** Creates an administrator who invites people to an auth fixture's site. */
export async function createInviter(fixture: AuthFixture, site: InvitedSite): Promise<Inviter> {
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
  const readNewestRow = async (by: Member) => {
    const [newest] = (await invitations.listOwn(by, { show: "all", cursor: null })).invitations;
    if (!newest) throw new Error("there are no invitations");
    return newest;
  };
  return {
    admin,
    invitations,
    async createToken({ uses = 10, days = 30, by = admin } = {}) {
      const input = { label: "", uses: String(uses), days: String(days) };
      return parseToken(await invitations.createLink(by, input));
    },
    async inviteByEmail(email, by = admin) {
      await invitations.inviteByEmail(by, { email, days: "30" });
      const { text } = await fixture.getLastEmailTo(email);
      return parseToken(/\S+\/invite\/\S+/.exec(text)?.[0] ?? "");
    },
    async readNewest(by = admin) {
      const { useCount, joined } = await readNewestRow(by);
      return { count: useCount, joined: joined.map(({ username }) => username) };
    },
    getNewestId: async (by = admin) => (await readNewestRow(by)).id,
  };
}
