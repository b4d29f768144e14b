import { createAuthFixture } from "../testing.ts";

/**
 * Creates two fixtures on one database: `fixture` confirms addresses by email, and `autoconfirmFixture` treats them as
 * confirmed.
 */
export async function createEmailFixtures() {
  const noSpacing = { emailSpacingSeconds: 0 };
  const fixture = await createAuthFixture({ auth: { autoconfirm: false, ...noSpacing } });
  const autoconfirmFixture = await createAuthFixture({ database: fixture.database, auth: noSpacing });
  return {
    fixture,
    autoconfirmFixture,
    listAccounts: async (email: string) =>
      (await fixture.database.pool.query("select * from auth.users where email = $1", [email])).rows,
    async createMember(): Promise<{ email: string; password: string }> {
      const { email, password } = await autoconfirmFixture.register();
      await fixture.database.pool.query("truncate email.outbox");
      return { email, password };
    },
  };
}

export const times = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

let networkCount = 0;
/** Returns the IP address of a client in a new, unique network. */
export const generateClientIp = () => {
  networkCount += 1;
  return `100.${64 + (networkCount >> 8)}.${networkCount & 255}.7`;
};

let emailCount = 0;
export const generateEmail = () => {
  emailCount += 1;
  return `someone${emailCount}@example.org`;
};
