import { type JWTPayload, jwtVerify } from "jose";
import type { SignInProvider } from "#server/config-providers.ts";
import type { AuthDeps } from "../deps.ts";
import { getProviderClient, SKEW_SECONDS } from "./provider-client.ts";

const ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"];

export interface VerifiedIdToken extends JWTPayload {
  readonly sub: string;
  readonly exp: number;
}

/** Verifies signature, issuer, audience (our client IDs) and times. The caller must check the nonce. */
export async function verifyIdToken(
  auth: AuthDeps,
  provider: SignInProvider,
  token: string,
  audience: readonly string[],
): Promise<VerifiedIdToken> {
  const { issuer, getKey } = await getProviderClient(auth, provider);
  if (getKey === null) throw new Error(`${provider.id} issues no ID tokens`);
  const { payload } = await jwtVerify(token, getKey, {
    issuer,
    audience: [...audience],
    algorithms: ALGORITHMS,
    requiredClaims: ["sub", "exp", "iat"],
    clockTolerance: SKEW_SECONDS,
    currentDate: auth.clock.now(),
  });
  const { sub, exp, aud, azp } = payload;
  // If there are several audiences, `azp` names the client that the token was issued to.
  if (Array.isArray(aud) && aud.length > 1 && !audience.includes(String(azp)))
    throw new Error("the ID token was issued to another client");
  if (!sub || exp === undefined) throw new Error("the ID token names no user");
  return { ...payload, sub, exp };
}
