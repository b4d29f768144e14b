import type { Member } from "#core/accounts/member.ts";
import { type AppFixture, createAppFixture } from "#server/testing/app.ts";

/**
 * The whole app with administrators who have just signed in, and helpers to inspect the results of admin
 * actions.
 */
export interface MemberActionsFixture extends AppFixture {
  readonly users: AppFixture["app"]["admin"]["users"];
  /** Creates an administrator with their own session. */
  administrator(): Promise<Member>;
  getRole(who: Member): Promise<string | undefined>;
  countSessions(who: Member): Promise<number>;
  listEmailsTo(who: Pick<Member, "email">): Promise<{ subject: string; text: string }[]>;
  getPassword(who: Member): string;
  signIn(who: Member): Promise<unknown>;
}

export async function createMemberActionsFixture(): Promise<MemberActionsFixture> {
  const site = await createAppFixture();
  const rows = async (text: string, values: unknown[]) => (await site.database.pool.query(text, values)).rows;
  const getPassword = ({ email }: Member) => `wooden-Lantern-${/\d+/.exec(email ?? "")?.[0]}-7391`;
  return {
    ...site,
    users: site.app.admin.users,
    async administrator() {
      const made = await site.register();
      await rows("update public.user_roles set role = 'admin' where user_id = $1", [made.id]);
      return { ...made, role: "admin" };
    },
    getRole: async ({ id }) =>
      (await rows("select role from public.user_roles where user_id = $1", [id]))[0]?.role,
    countSessions: async ({ id }) =>
      (await rows("select 1 from auth.sessions where user_id = $1", [id])).length,
    listEmailsTo: ({ email }) =>
      rows("select subject, body_text as text from mail.outbox where recipient = $1 order by id", [email]),
    getPassword,
    signIn: (who) =>
      site.app.auth.signInWithPassword(
        { email: who.email ?? "", password: getPassword(who) },
        { ip: "203.0.113.1", userAgent: "a test" },
      ),
  };
}
