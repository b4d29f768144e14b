import { type JWTPayload, jwtVerify } from "jose";
import { z } from "zod";
import { AuthError } from "#core/accounts/auth-errors.ts";
import { parseEmail } from "#core/accounts/email.ts";
import type { SignInProvider } from "#server/config-providers.ts";
import type { AuthDeps } from "../deps.ts";
import type { Metadata } from "../tables.ts";
import type { FlowSecrets } from "./oauth-flow.ts";
import { getProviderClient, type ProviderClient, SKEW_SECONDS } from "./provider-client.ts";

export interface ProviderUser {
  readonly provider: SignInProvider;
  readonly issuer: string;
  /** The provider's permanent ID for the user. */
  readonly subject: string;
  readonly email: string | null;
  readonly isEmailVerified: boolean;
  readonly name: string | undefined;
  readonly username: string | undefined;
  /** When the user last entered their credentials, in Unix seconds. Few providers state it. */
  readonly authTime: number | undefined;
}

/**
 * Exchanges the code in the callback's URL and reads the user's data. Throws AuthError: unexpected_failure (the
 * provider's metadata can't be read), bad_oauth_callback (a later request failed, or a response is invalid).
 */
export async function readProviderUser(
  auth: AuthDeps,
  provider: SignInProvider,
  callback: URL,
  { state, nonce, verifier }: FlowSecrets,
): Promise<ProviderUser> {
  const client = await getProviderClient(auth, provider);
  const { openid, config } = client;
  try {
    const isOidc = provider.kind === "oidc";
    const tokens = await openid.authorizationCodeGrant(config, callback, {
      expectedState: state,
      pkceCodeVerifier: verifier,
      ...(isOidc ? { expectedNonce: nonce, idTokenExpected: true } : {}),
    });
    if (!isOidc) {
      const read = READERS[provider.kind as keyof typeof READERS];
      const user = await read(client, tokens.access_token, provider.endpoints?.user ?? "");
      return createProviderUser(provider, client.issuer, user);
    }
    const claims = await verifyIdToken(auth, provider, tokens.id_token ?? "", [provider.clientIds[0]]);
    // Some providers include the email address in the ID token, others only in the userinfo response.
    const userInfo =
      claims.email === undefined && config.serverMetadata().userinfo_endpoint !== undefined
        ? await openid.fetchUserInfo(config, tokens.access_token, claims.sub)
        : {};
    return readClaims(provider, client.issuer, { ...userInfo, ...claims });
  } catch (cause) {
    auth.log.warn(
      { provider: provider.id, err: cause },
      "the user's data could not be read from a sign-in provider",
    );
    throw new AuthError("bad_oauth_callback", { cause });
  }
}

const claimsSchema = z.object({
  sub: z.string().min(1).max(255),
  email: z.string().optional().catch(undefined),
  // Apple sends this as a string.
  email_verified: z.union([z.boolean(), z.stringbool()]).optional().catch(undefined),
  name: z.string().optional().catch(undefined),
  preferred_username: z.string().optional().catch(undefined),
  nickname: z.string().optional().catch(undefined),
  auth_time: z.number().optional().catch(undefined),
});

/** Reads the user from verified claims. Throws a ZodError if the subject is missing or too long. */
export function readClaims(provider: SignInProvider, issuer: string, claims: Metadata): ProviderUser {
  const { sub, email, email_verified, name, preferred_username, nickname, auth_time } =
    claimsSchema.parse(claims);
  return createProviderUser(provider, issuer, {
    subject: sub,
    email,
    isEmailVerified: email_verified === true,
    name,
    username: preferred_username ?? nickname,
    authTime: auth_time,
  });
}

type Reader = (client: ProviderClient, token: string, url: string) => Promise<RawProviderUser>;

const idSchema = z.union([z.string().min(1).max(64), z.int().transform(String)]);
const textSchema = z.string().nullish().catch(undefined);
const githubUserSchema = z.object({ id: idSchema, login: textSchema, name: textSchema });
const githubEmailsSchema = z.array(
  z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }),
);
const discordUserSchema = z.object({
  id: idSchema,
  username: textSchema,
  global_name: textSchema,
  email: textSchema,
  verified: z.boolean().nullish(),
});
const xUserSchema = z.object({
  data: z.object({ id: idSchema, username: textSchema, name: textSchema, confirmed_email: textSchema }),
});

/** Read the user from the APIs of providers that issue no ID tokens. */
const READERS: Readonly<Record<Exclude<SignInProvider["kind"], "oidc">, Reader>> = {
  async github(client, token, url) {
    const [user, emails] = await Promise.all([
      fetchJson(client, token, url, githubUserSchema),
      fetchJson(client, token, `${url}/emails`, githubEmailsSchema),
    ]);
    const primaryEmail = emails.find((email) => email.primary);
    return {
      subject: user.id,
      email: primaryEmail?.email,
      isEmailVerified: primaryEmail?.verified === true,
      name: user.name,
      username: user.login,
    };
  },
  async discord(client, token, url) {
    const { id, global_name, verified, ...user } = await fetchJson(client, token, url, discordUserSchema);
    return { ...user, subject: id, isEmailVerified: verified === true, name: global_name };
  },
  async x(client, token, url) {
    const { data } = await fetchJson(client, token, url, xUserSchema);
    const { id, confirmed_email, ...user } = data;
    return { ...user, subject: id, email: confirmed_email, isEmailVerified: true };
  },
};

async function fetchJson<T>(
  { openid, config }: ProviderClient,
  token: string,
  url: string,
  schema: z.ZodType<T>,
): Promise<T> {
  const headers = new Headers({ accept: "application/json" });
  const response = await openid.fetchProtectedResource(
    config,
    token,
    new URL(url),
    "GET",
    undefined,
    headers,
  );
  if (response.status !== 200) throw new Error(`the provider's API returned status ${response.status}`);
  return schema.parse(await response.json());
}

/** Longer names are truncated, because metadata is part of each access token. */
const TEXT_MAX = 200;

interface RawProviderUser extends Pick<ProviderUser, "subject" | "isEmailVerified"> {
  readonly email?: string | null | undefined;
  readonly name?: string | null | undefined;
  readonly username?: string | null | undefined;
  readonly authTime?: number | undefined;
}

function createProviderUser(
  provider: SignInProvider,
  issuer: string,
  rawUser: RawProviderUser,
): ProviderUser {
  const parsed = parseEmail(rawUser.email ?? "");
  const email = "problem" in parsed ? null : parsed.email;
  const clean = (input: string | null | undefined) =>
    input?.toWellFormed().replaceAll("\0", "").trim().slice(0, TEXT_MAX) || undefined;
  return {
    provider,
    issuer,
    subject: rawUser.subject,
    email,
    isEmailVerified: email !== null && rawUser.isEmailVerified,
    name: clean(rawUser.name),
    username: clean(rawUser.username),
    authTime: rawUser.authTime,
  };
}

const ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"];

export interface VerifiedIdToken extends JWTPayload {
  readonly sub: string;
  readonly exp: number;
}

/** Verifies the signature, issuer, audience (our client IDs) and times. The caller must check the nonce. */
export async function verifyIdToken(
  auth: AuthDeps,
  provider: SignInProvider,
  token: string,
  audience: readonly string[],
): Promise<VerifiedIdToken> {
  const { issuer, getKey } = await getProviderClient(auth, provider);
  if (getKey === null) throw new Error(`${provider.id} publishes no keys for its ID tokens`);
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
