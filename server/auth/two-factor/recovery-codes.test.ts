import { decodeJwt } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AuthFixture, createAuthFixture } from "../testing.ts";
import { computeTotp, getTimeStep } from "./totp.ts";

let fixture: AuthFixture;
beforeAll(async () => {
  fixture = await createAuthFixture();
});
afterAll(() => fixture.end());

const newClient = () => fixture.client({ experimental: { recoveryCodes: true } });
type Client = ReturnType<typeof newClient>;

async function signUpWithFactor() {
  const user = await fixture.register();
  const client = newClient();
  await client.signInWithPassword(user);
  const { data } = await client.mfa.enroll({ factorType: "totp" });
  if (!data) throw new Error("no factor");
  const code = computeTotp(data.totp.secret, getTimeStep(fixture.clock.now()));
  const { error } = await client.mfa.challengeAndVerify({ factorId: data.id, code });
  if (error) throw error;
  return { ...user, client, factorId: data.id };
}

async function signUpWithCodes() {
  const user = await signUpWithFactor();
  const { data } = await user.client.mfa.recoveryCodes.generate();
  return { ...user, codes: data?.codes ?? [], setId: data?.id ?? "" };
}

async function signIn(user: { email: string; password: string }): Promise<Client> {
  const client = newClient();
  await client.signInWithPassword(user);
  return client;
}

const getLevel = async (client: Client) => (await client.mfa.getAuthenticatorAssuranceLevel()).data;

test("ten codes are created and shown once; a code upgrades a session once, even if it is typed in capital letters with spaces and hyphens", async () => {
  const user = await signUpWithFactor();
  const generateResult = await user.client.mfa.recoveryCodes.generate({ friendlyName: "Backup" });
  expect(generateResult.error).toBeNull();
  expect(generateResult.data).toMatchObject({ type: "recovery_code", friendly_name: "Backup", total: 10 });
  const codes = generateResult.data?.codes ?? [];
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^[2-9a-hjkmnp-z]{16}$/);

  const client = await signIn(user);
  const typedCode = ` ${(codes[0] ?? "").toUpperCase().match(/.{4}/g)?.join("-")} `;
  expect((await client.mfa.recoveryCodes.verify({ code: typedCode })).error).toBeNull();
  expect(await getLevel(client)).toMatchObject({
    currentLevel: "aal2",
    currentAuthenticationMethods: [{ method: "mfa/recovery_code" }, { method: "password" }],
  });
  const { data: status } = await client.mfa.recoveryCodes.getStatus();
  expect(status).toMatchObject({ total: 10, remaining: 9 });
  for (const code of codes) expect(JSON.stringify(status)).not.toContain(code);
  const secondUse = await (await signIn(user)).mfa.recoveryCodes.verify({ code: codes[0] ?? "" });
  expect([secondUse.error?.status, secondUse.error?.code]).toEqual([422, "mfa_verification_failed"]);
  expect((await client.mfa.listFactors()).data?.recovery_code).toMatchObject([{ friendly_name: "Backup" }]);
});

test("a code makes it possible to remove a lost factor, and the codes are removed with the last factor", async () => {
  const user = await signUpWithCodes();
  const client = await signIn(user);
  await client.mfa.recoveryCodes.verify({ code: user.codes[3] ?? "" });
  expect((await client.mfa.unenroll({ factorId: user.factorId })).error).toBeNull();
  expect((await client.mfa.listFactors()).data?.all).toEqual([]);
  await client.refreshSession();
  expect(await getLevel(client)).toMatchObject({ currentLevel: "aal1", nextLevel: "aal1" });
});

test("a code used five times in parallel works once", async () => {
  const user = await signUpWithCodes();
  const clients = await Promise.all(Array.from({ length: 5 }, () => signIn(user)));
  const responses = await Promise.all(
    clients.map((client) => client.mfa.recoveryCodes.verify({ code: user.codes[0] ?? "" })),
  );
  expect(responses.filter(({ error }) => error === null)).toHaveLength(1);
});

test("new codes replace the old ones, and the set has the same ID and name as before", async () => {
  const { client, codes, setId } = await signUpWithCodes();
  const { data } = await client.mfa.recoveryCodes.regenerate();
  expect(data).toMatchObject({ id: setId, friendly_name: "Recovery codes", total: 10 });
  expect(data?.codes.filter((code) => codes.includes(code))).toEqual([]);
  expect((await client.mfa.recoveryCodes.verify({ code: codes[1] ?? "" })).error?.code).toBe(
    "mfa_verification_failed",
  );
  expect((await client.mfa.recoveryCodes.verify({ code: data?.codes[0] ?? "" })).error).toBeNull();
});

test("codes are removed together, and sessions that they upgraded return to aal1", async () => {
  const user = await signUpWithCodes();
  const otherClient = await signIn(user);
  await otherClient.mfa.recoveryCodes.verify({ code: user.codes[0] ?? "" });
  expect((await user.client.mfa.recoveryCodes.unenroll()).data).toEqual({ id: user.setId });
  await otherClient.refreshSession();
  const claims = decodeJwt((await otherClient.getSession()).data.session?.access_token ?? "");
  expect(claims.aal).toBe("aal1");
  await user.client.refreshSession();
  expect(await getLevel(user.client)).toMatchObject({ currentLevel: "aal2" });
});

describe("recovery codes are refused", () => {
  test("at aal1, without another factor, if a second set is requested, or if there is none", async () => {
    const userWithoutFactor = await fixture.register();
    const clientWithoutFactor = await signIn(userWithoutFactor);
    for (const [response, status, code] of [
      [await clientWithoutFactor.mfa.recoveryCodes.generate(), 422, "mfa_recovery_codes_sole_factor"],
      [await clientWithoutFactor.mfa.recoveryCodes.getStatus(), 404, "mfa_factor_not_found"],
      [await clientWithoutFactor.mfa.recoveryCodes.verify({ code: "x" }), 404, "mfa_factor_not_found"],
    ] as const)
      expect([response.error?.status, response.error?.code]).toEqual([status, code]);

    const user = await signUpWithFactor();
    const aal1Client = await signIn(user);
    const aal2Client = user.client;
    for (const [result, status, code] of [
      [await aal1Client.mfa.recoveryCodes.generate(), 403, "insufficient_aal"],
      [await aal2Client.mfa.recoveryCodes.regenerate(), 404, "mfa_factor_not_found"],
      [await aal2Client.mfa.recoveryCodes.unenroll(), 404, "mfa_factor_not_found"],
      [await aal2Client.mfa.recoveryCodes.generate(), undefined, undefined],
      [await aal2Client.mfa.recoveryCodes.generate(), 422, "mfa_verified_factor_exists"],
      [await aal1Client.mfa.recoveryCodes.regenerate(), 403, "insufficient_aal"],
      [await aal1Client.mfa.recoveryCodes.unenroll(), 403, "insufficient_aal"],
    ] as const)
      expect([result.error?.status, result.error?.code]).toEqual([status, code]);
  });

  test("with another factor's name", async () => {
    const { client } = await signUpWithFactor();
    await client.mfa.enroll({ factorType: "totp", friendlyName: "Taken" });
    expect((await client.mfa.recoveryCodes.generate({ friendlyName: "Taken" })).error?.code).toBe(
      "mfa_factor_name_conflict",
    );
  });

  test("after ten wrong attempts; with new codes, the count starts from zero", async () => {
    const user = await signUpWithCodes();
    const limitedSite = await createAuthFixture({ database: fixture.database, auth: { rateLimits: true } });
    const token = (await user.client.getSession()).data.session?.access_token;
    const guess = (index: number, code: string) =>
      limitedSite.call("POST", "/factors/recovery-codes/verify", {
        token,
        body: { code },
        headers: { "x-forwarded-for": `198.51.100.${index}` },
      });
    const responses = await Promise.all(Array.from({ length: 12 }, (_, index) => guess(index, "wrong")));
    expect(responses.filter(({ body }) => body.error_code === "mfa_verification_failed")).toHaveLength(10);
    const lockedResponse = await guess(20, user.codes[0] ?? "");
    expect([lockedResponse.status, lockedResponse.body.error_code]).toEqual([
      429,
      "mfa_recovery_codes_locked",
    ]);
    const { data } = await user.client.mfa.recoveryCodes.regenerate();
    expect((await guess(21, data?.codes[0] ?? "")).status).toBe(200);
  });
});

test("the database stores no plain-text codes", async () => {
  const { codes } = await signUpWithCodes();
  const { rows } = await fixture.database.pool.query<{ hash: string }>(
    "select encode(code_hash, 'hex') as hash from auth.mfa_recovery_codes",
  );
  expect(rows.length).toBeGreaterThanOrEqual(10);
  for (const code of codes)
    expect(rows.some(({ hash }) => hash.includes(Buffer.from(code).toString("hex")))).toBe(false);
});
