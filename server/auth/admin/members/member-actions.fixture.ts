import type { Member } from "#core/accounts/member.ts";
import { type AppFixture, createAppFixture } from "#server/testing/app.ts";

/**
 * The complete app with administrators who have just signed in, and functions to inspect the results of admin
 * actions.
 */
export interface MemberActionsFixture extends AppFixture {
  readonly users: AppFixture["app"]["admin"]["users"];
  /** Creates an administrator with their own session. */
  createAdministrator(): Promise<Member>;
  getRole(member: Member): Promise<string | undefined>;
  countSessions(member: Member): Promise<number>;
  listEmailsTo(member: Pick<Member, "email">): Promise<{ subject: string; text: string }[]>;
  getPassword(member: Member): string;
  signIn(member: Member): Promise<unknown>;
}

export async function createMemberActionsFixture(): Promise<MemberActionsFixture> {
  const site = await createAppFixture();
  const selectRows = async (text: string, values: unknown[]) =>
    (await site.database.pool.query(text, values)).rows;
  const getPassword = ({ email }: Member) => `wooden-Lantern-${/\d+/.exec(email ?? "")?.[0]}-7391`;
  return {
    ...site,
    users: site.app.admin.users,
    async createAdministrator() {
      const registered = await site.register();
      await selectRows("update public.user_roles set role = 'admin' where user_id = $1", [registered.id]);
      return { ...registered, role: "admin" };
    },
    getRole: async ({ id }) =>
      (await selectRows("select role from public.user_roles where user_id = $1", [id]))[0]?.role,
    countSessions: async ({ id }) =>
      (await selectRows("select 1 from auth.sessions where user_id = $1", [id])).length,
    listEmailsTo: ({ email }) =>
      selectRows("select subject, body_text as text from email.outbox where recipient = $1 order by id", [
        email,
      ]),
    getPassword,
    signIn: (member) =>
      site.app.auth.signInWithPassword(
        { email: member.email ?? "", password: getPassword(member) },
        { ip: "203.0.113.1", userAgent: "a test" },
      ),
  };
}
