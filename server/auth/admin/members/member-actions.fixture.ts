import type { Member } from "#core/accounts/member.ts";
import { createAppFixture } from "#server/testing/app.ts";

export type MemberActionsFixture = Awaited<ReturnType<typeof createMemberActionsFixture>>;

/**
 * Creates the complete app, with functions that create administrators who have just signed in, and that inspect the
 * results of admin actions.
 */
export async function createMemberActionsFixture() {
  const site = await createAppFixture();
  const query = async (text: string, values: unknown[]) =>
    (await site.database.pool.query(text, values)).rows;
  const getPassword = ({ email }: Member) => `wooden-Lantern-${/\d+/.exec(email ?? "")?.[0]}-7391`;
  return {
    ...site,
    users: site.app.admin.users,
    /** Creates an administrator with their own session. */
    async createAdministrator(): Promise<Member> {
      const member = await site.register();
      await query("update public.user_roles set role = 'admin' where user_id = $1", [member.id]);
      return { ...member, role: "admin" };
    },
    getRole: async ({ id }: Member): Promise<string | undefined> =>
      (await query("select role from public.user_roles where user_id = $1", [id]))[0]?.role,
    countSessions: async ({ id }: Member) =>
      (await query("select 1 from auth.sessions where user_id = $1", [id])).length,
    listMessagesTo: ({ email }: Pick<Member, "email">): Promise<{ subject: string; text: string }[]> =>
      query("select subject, body_text as text from email.outbox where recipient = $1 order by id", [email]),
    getPassword,
    signIn: (member: Member): Promise<unknown> =>
      site.app.auth.signInWithPassword(
        { email: member.email ?? "", password: getPassword(member) },
        { ip: "203.0.113.1", userAgent: "a test" },
      ),
  };
}
