import type { AuthFixture } from "../testing.ts";
import { computeTotp, getTimeStep } from "./totp.ts";

export function createFactorSteps(fixture: AuthFixture) {
  const getCode = (secret: string, offset = 0) =>
    computeTotp(secret, getTimeStep(fixture.clock.now()) + offset);
  const getWrongCode = (secret: string) => {
    const validCodes = [-1, 0, 1].map((offset) => getCode(secret, offset));
    return ["000000", "111111", "222222", "333333"].find((code) => !validCodes.includes(code)) ?? "";
  };

  async function signIn() {
    const { email, password, session } = await fixture.register();
    const client = fixture.client();
    await client.signInWithPassword({ email, password });
    return { client, email, password, signUpSession: session };
  }

  /** Registers a user, enrolls a factor and upgrades the session to aal2, which uses up the current code. */
  async function signInWithFactor() {
    const user = await signIn();
    const { data } = await user.client.mfa.enroll({ factorType: "totp" });
    if (!data) throw new Error("no factor");
    const usedStep = getTimeStep(fixture.clock.now());
    const { error } = await user.client.mfa.challengeAndVerify({
      factorId: data.id,
      code: computeTotp(data.totp.secret, usedStep),
    });
    if (error) throw error;
    return { ...user, factorId: data.id, secret: data.totp.secret, usedStep };
  }

  const getToken = async ({ client }: Pick<Awaited<ReturnType<typeof signIn>>, "client">) =>
    (await client.getSession()).data.session?.access_token;

  const enroll = async (token: string | undefined, body: object = {}) =>
    fixture.call("POST", "/factors", { token, body: { factor_type: "totp", ...body } });
  const challenge = (token: string | undefined, factorId: string, ip?: string) =>
    fixture.call("POST", `/factors/${factorId}/challenge`, {
      token,
      body: {},
      headers: ip === undefined ? {} : { "x-forwarded-for": ip },
    });
  const verify = (
    token: string | undefined,
    factorId: string,
    challengeId: unknown,
    code: unknown,
    ip?: string,
  ) =>
    fixture.call("POST", `/factors/${factorId}/verify`, {
      token,
      body: { challenge_id: challengeId, code },
      headers: ip === undefined ? {} : { "x-forwarded-for": ip },
    });

  return { getCode, getWrongCode, signIn, signInWithFactor, getToken, enroll, challenge, verify };
}
