import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createEdge } from "#server/testing/edge.ts";
import {
  createProviderSettingsFixture,
  type ProviderSettingsFixture,
  SITE,
} from "./provider-settings.fixture.ts";

let fixture: ProviderSettingsFixture;
beforeAll(async () => {
  fixture = await createProviderSettingsFixture();
});
beforeEach(async () => {
  const { providers, admin } = fixture;
  for (const { id, version } of await providers.list(admin))
    await providers.remove(admin, { id, version: String(version), acceptsLockOut: true });
  await fixture.query("delete from auth.identities where provider like 'custom:%'");
});
afterAll(() => fixture.end());

const listOfferedProviders = async () => (await fixture.site.app.auth.describe()).providers;
const readAuditLog = () =>
  fixture.query("select action, target_id, before, after from public.audit_log order by id");

describe("a provider in the settings", () => {
  test("is added, tested, turned on, changed and removed", async () => {
    const { providers, admin, buildInput, getVersion, openId } = fixture;
    await fixture.query("delete from public.audit_log");
    const id = await providers.save(admin, buildInput({ label: "  Acme  Corp. " }));
    expect(id).toBe("custom:acmecorp");
    expect(await listOfferedProviders()).toEqual([]);
    openId.setUser({ sub: "1", email: "Ann@Example.com", email_verified: true, name: "Ann" });
    expect(await fixture.runTest(id)).toEqual({
      ok: true,
      issuer: openId.issuer,
      hasSubject: true,
      email: "ann@example.com",
      isEmailVerified: true,
      name: "Ann",
    });
    await providers.setEnabled(admin, { id, version: "1", acceptsLockOut: false, isEnabled: true });
    expect(await listOfferedProviders()).toEqual([{ id, label: "Acme Corp." }]);
    // An empty field leaves the secret unchanged.
    await providers.save(admin, buildInput({ id, version: "2", label: "Acme", secret: "" }));
    expect(await listOfferedProviders()).toEqual([{ id, label: "Acme" }]);
    expect(await fixture.runTest(id)).toMatchObject({ ok: true });
    await providers.setEnabled(admin, { id, version: "3", acceptsLockOut: false, isEnabled: false });
    expect(await listOfferedProviders()).toEqual([]);
    await providers.remove(admin, { id, version: await getVersion(id), acceptsLockOut: false });
    await expect(providers.get(admin, id)).rejects.toMatchObject({ code: "provider_not_found" });
    expect(await readAuditLog()).toEqual([
      {
        action: "provider.add",
        target_id: id,
        before: null,
        after: { name: "Acme Corp.", URL: openId.issuer, "client ID": "lattice" },
      },
      { action: "provider.enable", target_id: id, before: null, after: null },
      {
        action: "provider.edit",
        target_id: id,
        before: { name: "Acme Corp." },
        after: { name: "Acme" },
      },
      { action: "provider.disable", target_id: id, before: null, after: null },
      { action: "provider.remove", target_id: id, before: null, after: null },
    ]);
  });

  test("signs members in, but a test of it signs no one in", async () => {
    const { openId, query } = fixture;
    const id = await fixture.addProvider();
    openId.setUser({ sub: "new", email: "new@example.com", email_verified: true });
    const countRows = async () =>
      (
        await query(
          "select (select count(*) from auth.users)::int + (select count(*) from auth.identities)::int + (select count(*) from auth.sessions)::int as rows",
        )
      )[0]?.rows;
    const previousCount = await countRows();
    expect(await fixture.runTest(id)).toMatchObject({ ok: true, email: "new@example.com" });
    expect(await countRows()).toBe(previousCount);

    const { url, cookies } = await fixture.site.app.auth.startProviderSignIn(
      { provider: id, next: "/" },
      { ip: "203.0.113.1", userAgent: null },
    );
    const cookie = cookies.map((text) => text.split(";")[0]).join("; ");
    const response = await fixture.finishTest(await openId.visit(url), cookie);
    const code = new URL(response.headers.get("location") ?? "").searchParams.get("code") ?? "";
    const session = await fixture.site.app.auth.completeProviderSignIn(
      { code, cookies: cookie },
      { ip: "203.0.113.1", userAgent: null },
    );
    expect(session.user.email).toBe("new@example.com");
  });

  test("is stored with its secret encrypted, and no response contains the secret", async () => {
    const { providers, admin, query, site } = fixture;
    const id = await fixture.addProvider();
    const secret = "the-client-secret";
    const [row] = await query("select * from auth.sign_in_providers");
    expect(String(row?.secret_sealed)).not.toContain(secret);
    const responses = [await providers.list(admin), await providers.get(admin, id), await readAuditLog()];
    expect(JSON.stringify(responses)).not.toContain(secret);

    // With another key, the provider is off until the secret is entered again.
    const environment = {
      PUBLIC_URL: SITE,
      DATA_DIR: site.dataDir,
      AUTH_OIDC_ALLOW_PRIVATE: "on",
      AUTH_JWT_SECRET: "a secret of at least thirty-two characters",
    };
    const { app } = await createEdge({ database: site.database, environment });
    expect(await app.auth.describe()).toMatchObject({ providers: [] });
    expect(await app.admin.providers.list(admin)).toMatchObject([{ id, needsSecret: true }]);
    const input = fixture.buildInput({ id, version: await fixture.getVersion(id) });
    await expect(app.admin.providers.save(admin, { ...input, secret: "" })).rejects.toMatchObject({
      fieldErrors: { secret: expect.stringContaining("Enter the secret again") },
    });
    const { testToken: token } = await app.admin.providers.get(admin, id);
    await expect(
      app.admin.providers.startTest(admin, { id, token }, { ip: "203.0.113.1", userAgent: null }),
    ).rejects.toMatchObject({ message: expect.stringContaining("Enter the secret again") });
    await app.admin.providers.save(admin, input);
    expect(await app.auth.describe()).toMatchObject({ providers: [{ id }] });
  });

  test("reuses its secret only for the same URL and client ID", async () => {
    const { providers, admin, buildInput, openId } = fixture;
    const id = await fixture.addProvider();
    const version = await fixture.getVersion(id);
    for (const changes of [{ url: `${openId.issuer}/` }, { clientId: "other" }])
      await expect(
        providers.save(admin, buildInput({ id, version, secret: "", ...changes })),
      ).rejects.toMatchObject({ fieldErrors: { secret: expect.stringContaining("has changed") } });
    // Not even someone who can write to the database can have the secret sent elsewhere.
    await fixture.query(
      "update auth.sign_in_providers set url = 'https://evil.example', version = version + 1",
    );
    expect(await providers.list(admin)).toMatchObject([{ needsSecret: true }]);
  });

  test("is offered by other processes as soon as it is turned on", async () => {
    const { site } = fixture;
    const environment = { PUBLIC_URL: SITE, DATA_DIR: site.dataDir, AUTH_OIDC_ALLOW_PRIVATE: "on" };
    const { app: otherApp } = await createEdge({ database: site.database, environment });
    otherApp.announcements.start();
    try {
      expect((await otherApp.auth.describe()).providers).toEqual([]);
      const id = await fixture.addProvider();
      await expect
        .poll(async () => (await otherApp.auth.describe()).providers)
        .toEqual([{ id, label: "Acme" }]);
    } finally {
      await otherApp.announcements.stop();
    }
  });
});

test("a form with an invalid ID or version, without a secret, or with missing fields is refused", async () => {
  const { providers, admin, buildInput } = fixture;
  for (const id of ["facebook", "custom:", "custom:a/b", "__proto__", 1 as never])
    await expect(providers.save(admin, buildInput({ id }))).rejects.toMatchObject({
      code: "provider_not_found",
    });
  for (const version of ["", "-1", "1e3", undefined as never])
    await expect(providers.save(admin, buildInput({ version }))).rejects.toMatchObject({
      code: "invalid_input",
    });
  await expect(providers.save(admin, { id: "custom", version: "0" } as never)).rejects.toMatchObject({
    code: "invalid_input",
  });
  await expect(providers.save(admin, buildInput({ secret: " " }))).rejects.toMatchObject({
    fieldErrors: { secret: "Enter the secret." },
  });
});

describe("administrators", () => {
  test("can't overwrite each other's changes", async () => {
    const { providers, admin, buildInput } = fixture;
    const otherAdmin = await fixture.createAdmin();
    const additions = await Promise.allSettled([
      providers.save(admin, buildInput()),
      providers.save(otherAdmin, buildInput()),
    ]);
    expect(additions.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const id = "custom:acme";
    const changes = await Promise.allSettled([
      providers.save(admin, buildInput({ id, version: "1", label: "One" })),
      providers.setEnabled(otherAdmin, { id, version: "1", isEnabled: true, acceptsLockOut: false }),
      providers.remove(otherAdmin, { id, version: "1", acceptsLockOut: false }),
    ]);
    expect(changes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const [refusalCode] = changes.flatMap((result) =>
      result.status === "rejected" ? [result.reason.code] : [],
    );
    expect(["settings_changed", "provider_not_found"]).toContain(refusalCode);
  });

  test("need a recent sign-in for every change, but not for a test", async () => {
    const { providers, buildInput } = fixture;
    const adminWithOldSignIn = await fixture.createAdmin();
    const id = await fixture.addProvider();
    await fixture.query("update auth.sessions set amr = '[]' where user_id = $1", [adminWithOldSignIn.id]);
    const change = { id, version: "2", acceptsLockOut: false };
    for (const run of [
      () => providers.save(adminWithOldSignIn, buildInput({ id, version: "2" })),
      () => providers.setEnabled(adminWithOldSignIn, { ...change, isEnabled: false }),
      () => providers.remove(adminWithOldSignIn, change),
    ])
      await expect(run()).rejects.toMatchObject({ code: "step_up_required" });
    expect(await fixture.runTest(id, adminWithOldSignIn)).toMatchObject({ ok: true });
  });

  test("lose access if they are demoted during a change or a test", async () => {
    const { providers, buildInput, query, openId } = fixture;
    const id = await fixture.addProvider();
    const demotedAdmin = await fixture.createAdmin();
    const { url, cookie } = await fixture.startTest(id, demotedAdmin);
    await query("update public.user_roles set role = 'user' where user_id = $1", [demotedAdmin.id]);
    // Their page was loaded before the demotion.
    await expect(providers.save(demotedAdmin, buildInput({ id, version: "2" }))).rejects.toMatchObject({
      code: "access_denied",
    });
    await fixture.finishTest(await openId.visit(url), cookie);
    expect(
      await query(
        "select 1 from auth.provider_tests t join auth.sessions s on s.id = t.session_id where s.user_id = $1",
        [demotedAdmin.id],
      ),
    ).toEqual([]);
    await expect(providers.list({ ...demotedAdmin, role: "user" })).rejects.toMatchObject({
      code: "access_denied",
    });
  });

  test("see how many members would be locked out, and can't lock themselves out", async () => {
    const { providers, admin, query, site } = fixture;
    const id = await fixture.addProvider();
    const limitToProvider = async (userId: string) => {
      await query("update auth.users set encrypted_password = null where id = $1", [userId]);
      await query("delete from auth.identities where user_id = $1", [userId]);
      await query(
        "insert into auth.identities (user_id, provider, provider_id, identity_data) values ($1::uuid, $2, $1::text, '{}')",
        [userId, id],
      );
    };
    const lockedOutMember = await site.register();
    await limitToProvider(lockedOutMember.id);
    const safeMember = await site.register();
    await query("insert into auth.identities (user_id, provider, provider_id) values ($1, $2, 'safe')", [
      safeMember.id,
      id,
    ]);
    expect(await providers.get(admin, id)).toMatchObject({
      lockedOutCount: 1,
      provider: { memberCount: 2 },
    });
    const change = { id, version: "2", acceptsLockOut: false };
    await expect(providers.remove(admin, change)).rejects.toMatchObject({
      fieldErrors: { confirm: "Confirm that 1 member won't be able to sign in." },
    });
    const providerOnlyAdmin = await fixture.createAdmin();
    await limitToProvider(providerOnlyAdmin.id);
    await expect(
      providers.remove(providerOnlyAdmin, { ...change, acceptsLockOut: true }),
    ).rejects.toMatchObject({
      code: "cannot_target_self",
    });
    await providers.setEnabled(admin, { ...change, acceptsLockOut: true, isEnabled: false });
    // The provider is already off, so nothing changes for members.
    await providers.remove(admin, { ...change, version: "3" });
    expect(await query("select 1 from auth.identities where provider = $1", [id])).toHaveLength(3);
  });
});

test("members who can sign in with a wallet, or with a texted code, aren't counted as locked out", async () => {
  const { site, query, createAdmin } = fixture;
  const id = await fixture.addProvider();
  const admin = await createAdmin();
  const addMember = async ({ network, phone }: { network?: number | null; phone?: string } = {}) => {
    const member = await site.register();
    await setSignInMethods(member.id, network, phone);
  };
  const setSignInMethods = async (userId: string, network?: number | null, phone: string | null = null) => {
    await query("update auth.users set encrypted_password = null, email = null, phone = $2 where id = $1", [
      userId,
      phone,
    ]);
    await query("delete from auth.identities where user_id = $1", [userId]);
    const add = (provider: string, data: object) =>
      query(
        "insert into auth.identities (user_id, provider, provider_id, identity_data) values ($1::uuid, $2, $1::text, $3)",
        [userId, provider, data],
      );
    await add(id, {});
    if (network !== undefined)
      await add("web3", { custom_claims: { chain: "ethereum", address: "0x1", network } });
  };
  await setSignInMethods(admin.id, null);
  await addMember({ network: 1 });
  await addMember({ network: 10 });
  await addMember({ phone: "4915110000001" });
  await addMember();

  const createProviders = async (environment: Record<string, string>) => {
    const { app } = await createEdge({
      database: site.database,
      environment: { PUBLIC_URL: SITE, DATA_DIR: site.dataDir, ...environment },
    });
    return app.admin.providers;
  };
  const countLockedOut = async (environment: Record<string, string>) =>
    (await (await createProviders(environment)).get(admin, id)).lockedOutCount;
  const wallets = { AUTH_ETHEREUM: "on", AUTH_ETHEREUM_NODES: "1=https://node.test" };
  expect(await countLockedOut({})).toBe(5);
  expect(await countLockedOut({ AUTH_ETHEREUM: "on" })).toBe(4);
  expect(await countLockedOut(wallets)).toBe(3);
  // Without a gateway, no code reaches a phone.
  expect(await countLockedOut({ AUTH_PHONE: "on" })).toBe(5);
  expect(await countLockedOut({ AUTH_PHONE: "on", SMS_URL: "https://gateway.test" })).toBe(4);

  const change = { id, version: "2", acceptsLockOut: true, isEnabled: false };
  await expect((await createProviders({})).setEnabled(admin, change)).rejects.toMatchObject({
    code: "cannot_target_self",
  });
  await (await createProviders(wallets)).setEnabled(admin, change);
});

test("the environment's provider is used instead of a saved one with the same ID", async () => {
  const { site, admin, openId } = fixture;
  const id = await fixture.addProvider();
  const environment = {
    PUBLIC_URL: SITE,
    DATA_DIR: site.dataDir,
    AUTH_OIDC_ALLOW_PRIVATE: "on",
    AUTH_OIDC_ACME_ISSUER: openId.issuer,
    AUTH_OIDC_ACME_CLIENT_ID: "lattice",
    AUTH_OIDC_ACME_CLIENT_SECRET: "the-client-secret",
    AUTH_OIDC_ACME_LABEL: "From the environment",
  };
  const { app } = await createEdge({ database: site.database, environment });
  const { providers } = app.admin;
  expect((await app.auth.describe()).providers).toEqual([{ id, label: "From the environment" }]);
  expect(await providers.list(admin)).toMatchObject([
    { id, source: "environment", label: "From the environment", unusedVersion: 2 },
  ]);
  await expect(providers.save(admin, fixture.buildInput({ id, version: "2" }))).rejects.toMatchObject({
    code: "invalid_input",
  });
  await providers.remove(admin, { id, version: "2", acceptsLockOut: false });
  expect((await app.auth.describe()).providers).toEqual([{ id, label: "From the environment" }]);
  expect(await providers.get(admin, id)).toMatchObject({ provider: { unusedVersion: null } });
});

test("members can link a provider as soon as there is one", async () => {
  const { site } = fixture;
  const member = await site.register();
  const getSignInMethods = async () => (await site.app.auth.account.describe(member)).signInMethods;
  await expect.poll(getSignInMethods).toBeNull();
  const id = await fixture.addProvider();
  expect((await getSignInMethods())?.linkable).toEqual([{ id, label: "Acme" }]);
});
