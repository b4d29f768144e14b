import { eq } from "drizzle-orm";
import { AuthError } from "#core/accounts/auth-errors.ts";
import type { Viewer } from "#core/accounts/member.ts";
import type { SignInProviderOption } from "#core/accounts/sign-in-options.ts";
import type { SignInProvider } from "#server/config-providers.ts";
import type { Tx } from "#server/database/index.ts";
import type { AuthDeps, ClientInfo } from "../deps.ts";
import { countRequest } from "../limits.ts";
import { recordProof } from "../session/record-proof.ts";
import { identities, sessions, users } from "../tables.ts";
import { createBannedError, isBanned } from "../user/is-banned.ts";
import { requireViewerSession } from "../user/require-viewer-session.ts";
import { requireCsrfToken } from "./csrf-token.ts";
import { findProvider } from "./find-provider.ts";
import { type OAuthFlow, type ProviderRedirect, startFlow } from "./oauth-flow.ts";
import { SKEW_SECONDS } from "./provider-client.ts";
import type { ProviderUser } from "./read-provider-user.ts";
import { findIdentity } from "./sign-in-provider-user.ts";

/** The amr method of a sign-in with a provider. */
const METHOD = "oauth";

/** Lists the providers that a member can confirm their identity with: those that are linked to the account. */
export async function listOwnProviders(
  auth: AuthDeps,
  userId: string,
): Promise<readonly SignInProviderOption[]> {
  const providers = await auth.providers.list();
  if (providers.length === 0) return [];
  const ownIdentities = await auth.database.db
    .select({ provider: identities.provider })
    .from(identities)
    .where(eq(identities.userId, userId));
  const ids = new Set(ownIdentities.map(({ provider }) => provider));
  return providers.filter(({ id }) => ids.has(id)).map(({ id, label }) => ({ id, label }));
}

/**
 * Returns the redirect to a linked provider, where the viewer confirms their identity by signing in again. The token
 * proves that they followed the link on this site. Throws AppError("not_signed_in"); AuthError: bad_oauth_state,
 * validation_failed, over_request_rate_limit, unexpected_failure.
 */
export async function startPageConfirmation(
  auth: AuthDeps,
  viewer: Viewer,
  { provider: name, token, next }: Readonly<Record<"provider" | "token" | "next", string>>,
  client: ClientInfo,
): Promise<ProviderRedirect> {
  const { session } = await requireViewerSession(auth, viewer);
  requireCsrfToken(auth, "confirm identity", session.id, token);
  await countRequest(auth, "oauth", client.ip);
  const provider = await findProvider(auth, name);
  return startFlow(auth, {
    provider,
    redirectTo: `${auth.config.publicUrl}/settings/confirm?${new URLSearchParams({ next, done: "yes" })}`,
    parameters: getPromptParameters(provider),
    stepUpSessionId: session.id,
    returnsSession: false,
  });
}

/**
 * Returns the parameters that make the provider require a new sign-in, even if the user is already signed in there.
 * A provider that doesn't support this is at least made to ask the user to choose an account or to approve the access
 * again, if it can.
 */
function getPromptParameters({ id, kind }: SignInProvider): Readonly<Record<string, string>> {
  if (id === "google" || kind === "github") return { prompt: "select_account" };
  if (kind === "discord") return { prompt: "consent" };
  if (id === "apple" || kind !== "oidc") return {};
  return { prompt: "login", max_age: "0" };
}

/**
 * Records that the flow's member has just signed in at the provider. The identity must be linked to the session's
 * account. If the provider states when the user signed in, that must be after the flow started. Throws AuthError:
 * session_not_found, user_banned, identity_not_found, reauthentication_not_valid, bad_oauth_callback.
 */
export async function confirmProviderUser(
  auth: AuthDeps,
  tx: Tx,
  { stepUpSessionId, createdAt }: OAuthFlow,
  user: ProviderUser,
): Promise<void> {
  const [row] = await tx
    .select({ session: sessions, user: users })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(sessions.id, stepUpSessionId ?? ""));
  if (!row || row.user.deletedAt) throw new AuthError("session_not_found");
  if (isBanned(row.user, auth.clock.now())) throw createBannedError(row.user);
  const identity = await findIdentity(tx, user);
  if (identity?.userId !== row.user.id) throw new AuthError("identity_not_found");
  const startedAt = Math.floor(createdAt.getTime() / 1000);
  if (user.authTime !== undefined && user.authTime < startedAt - SKEW_SECONDS)
    throw new AuthError("reauthentication_not_valid", {
      message: "The provider didn't ask for a new sign-in",
    });
  if (!(await recordProof(auth, tx, row.session.id, [METHOD]))) throw new AuthError("session_not_found");
}

export function buildConfirmationErrorUrl({ redirectTo }: OAuthFlow, { code }: AuthError): string {
  const url = new URL(redirectTo);
  url.searchParams.delete("done");
  url.searchParams.set("failed", code);
  return url.href;
}
