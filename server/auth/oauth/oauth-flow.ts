import { createHash, randomBytes } from "node:crypto";
import { and, eq } from "drizzle-orm";
import type { Context } from "hono";
import { getCookie } from "hono/cookie";
import { AuthError } from "#core/accounts/auth-errors.ts";
import type { SignInProvider } from "#server/config-providers.ts";
import type { AuthDeps } from "../deps.ts";
import { serializeCookie } from "../serialize-cookie.ts";
import { beginFlow, type Challenge } from "../session/flow-state.ts";
import { getProviderClient } from "./provider-client.ts";
import { oauthFlows } from "./tables.ts";

/** How long a sign-in at the provider may take. */
export const FLOW_SECONDS = 600;

export type OAuthFlow = typeof oauthFlows.$inferSelect;

export interface FlowSecrets {
  readonly state: string;
  readonly nonce: string;
  /** The PKCE verifier for the provider. */
  readonly verifier: string;
}

/** The URL to redirect the browser to, and the Set-Cookie headers that bind the flow to this browser. */
export interface ProviderRedirect {
  readonly url: string;
  readonly cookies: readonly string[];
}

interface FlowInput {
  readonly provider: SignInProvider;
  /** The final redirect target. Must have been checked by the caller. */
  readonly redirectTo: string;
  readonly challenge?: Challenge | undefined;
  /** Further parameters for the provider, such as `prompt`. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** Set to link the identity to this session's account. For an administrator's test, the session that started it. */
  readonly sessionId?: string;
  /** Set to confirm the identity of this session's member. */
  readonly stepUpSessionId?: string;
  readonly returnsSession?: boolean;
  /** Set for an administrator's test: the version of the provider's settings (provider-settings/test-provider.ts). */
  readonly versionToTest?: number;
}

export const getCallbackUrl = ({ config }: AuthDeps) => `${config.publicUrl}/auth/v1/callback`;

/**
 * Stores a new flow and returns the redirect to the provider. Nonce and verifier are derived from the cookie, so that
 * neither is stored in the database. Throws AuthError("unexpected_failure") if the provider can't be reached.
 */
export async function startFlow(auth: AuthDeps, input: FlowInput): Promise<ProviderRedirect> {
  const { provider } = input;
  const { openid, config } = await getProviderClient(auth, provider);
  const state = randomBytes(32).toString("base64url");
  const browserSecret = randomBytes(32).toString("base64url");
  const { nonce, verifier } = deriveSecrets(state, browserSecret);
  await auth.database.db.transaction(async (tx) => {
    await tx.insert(oauthFlows).values({
      stateHash: hash(state),
      browserHash: hash(browserSecret),
      provider: provider.id,
      redirectTo: input.redirectTo,
      flowId: input.challenge ? await beginFlow(auth, tx, input.challenge, "oauth", provider.id) : null,
      sessionId: input.sessionId ?? null,
      stepUpSessionId: input.stepUpSessionId ?? null,
      returnsSession: input.returnsSession ?? true,
      versionToTest: input.versionToTest ?? null,
      createdAt: auth.clock.now(),
    });
  });
  const url = openid.buildAuthorizationUrl(config, {
    ...input.parameters,
    redirect_uri: getCallbackUrl(auth),
    scope: provider.scopes,
    state,
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    ...(provider.kind === "oidc" ? { nonce } : {}),
    ...(provider.postsCallback ? { response_mode: "form_post" } : {}),
  });
  return { url: url.href, cookies: [serializeCookie(COOKIE, browserSecret, FLOW_SECONDS)] };
}

/**
 * Deletes and returns the flow that this browser started, so that each state works once. Other browsers can't delete
 * it.
 */
export async function consumeFlow(auth: AuthDeps, c: Context) {
  const state = c.req.query("state");
  const browserSecret = getCookie(c, COOKIE);
  const [flow] =
    state && browserSecret
      ? await auth.database.db
          .delete(oauthFlows)
          .where(and(eq(oauthFlows.stateHash, hash(state)), eq(oauthFlows.browserHash, hash(browserSecret))))
          .returning()
      : [];
  if (!flow || !state || !browserSecret) throw new AuthError("bad_oauth_state");
  return { flow, secrets: deriveSecrets(state, browserSecret) };
}

export const clearFlowCookie = () => serializeCookie(COOKIE, "", 0);

const deriveSecrets = (state: string, browserSecret: string): FlowSecrets => ({
  state,
  nonce: hash(`nonce ${browserSecret}`).toString("base64url"),
  verifier: hash(`verifier ${browserSecret}`).toString("base64url"),
});

const hash = (text: string) => createHash("sha256").update(text).digest();

/** Over HTTPS, the name gets a prefix (core/cookies.ts), so that no other host can set the cookie. */
const COOKIE = "lattice-oauth";
