import type { Member } from "#core/accounts/member.ts";
import type { ProviderInput } from "#core/accounts/provider-settings.ts";
import { createAppFixture } from "#server/testing/app.ts";
import { describeProvider, startOpenIdProvider } from "../oauth/testing.ts";

export const SITE = "http://lattice.test";
const CLIENT = { ip: "203.0.113.1", userAgent: null };

export type ProviderSettingsFixture = Awaited<ReturnType<typeof createProviderSettingsFixture>>;

/** Creates the complete app. By default, it allows providers with http URLs and private IP addresses. */
export async function createProviderSettingsFixture(
  environment: Record<string, string> = { AUTH_OIDC_ALLOW_PRIVATE: "on" },
) {
  const openId = await startOpenIdProvider(`${SITE}/auth/v1/callback`);
  const site = await createAppFixture(environment);
  site.app.announcements.start();
  const query = async (text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> =>
    (await site.database.pool.query(text, values)).rows;
  const createAdmin = async (): Promise<Member> => {
    const user = await site.register();
    await query("update public.user_roles set role = 'admin' where user_id = $1", [user.id]);
    return { ...user, role: "admin" };
  };
  const admin = await createAdmin();
  const { providers } = site.app.admin;
  const { clientIds, clientSecret } = describeProvider(openId.issuer);
  const buildInput = (changes: Partial<ProviderInput> = {}): ProviderInput => ({
    id: "custom",
    version: "0",
    label: "Acme",
    name: "",
    url: openId.issuer,
    clientId: clientIds[0],
    secret: String(clientSecret),
    scopes: "",
    appleTeamId: "",
    appleKeyId: "",
    ...changes,
  });
  const getVersion = async (id: string) =>
    String((await query("select version from auth.sign_in_providers where id = $1", [id]))[0]?.version ?? 0);
  const startTest = async (id: string, actor = admin) => {
    const { testToken: token } = await providers.get(actor, id);
    const { url, cookies } = await providers.startTest(actor, { id, token }, CLIENT);
    return { url, cookie: cookies.map((cookie) => cookie.split(";")[0]).join("; ") };
  };
  const finishTest = async (callback: string, cookie: string) =>
    site.http.request(callback, { headers: { cookie } });
  return {
    site,
    openId,
    providers,
    admin,
    createAdmin,
    buildInput,
    /** Adds a provider as `admin`, and turns it on. Returns its ID. */
    async addProvider(changes?: Partial<ProviderInput>) {
      const id = await providers.save(admin, buildInput(changes));
      const change = { id, version: await getVersion(id), acceptsLockOut: false };
      await providers.setEnabled(admin, { ...change, isEnabled: true });
      return id;
    },
    getVersion,
    query,
    startTest,
    finishTest,
    /** Runs a test from start to finish, and returns the outcome that the provider's page shows. */
    async runTest(id: string, actor = admin) {
      const { url, cookie } = await startTest(id, actor);
      if (!url.startsWith(SITE)) await finishTest(await openId.visit(url), cookie);
      return (await providers.get(actor, id)).test?.outcome;
    },
    async end() {
      await site.app.announcements.stop();
      await site.end();
      await openId.end();
    },
  };
}
