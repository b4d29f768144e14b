import { AuthError } from "#core/accounts/auth-errors.ts";
import type { SignInProvider } from "#server/config-providers.ts";
import type { AuthDeps } from "../deps.ts";
import { getProviderClient } from "../oauth/provider-client.ts";
import { describeFailure } from "./describe-failure.ts";

/** Reads the provider's published endpoints. Returns null, or an explanation for the form of why that failed. */
export async function checkDiscovery(auth: AuthDeps, provider: SignInProvider): Promise<string | null> {
  if (provider.endpoints !== null) return null;
  try {
    const { config } = await getProviderClient(auth, provider);
    const { authorization_endpoint, token_endpoint, jwks_uri } = config.serverMetadata();
    return authorization_endpoint && token_endpoint && jwks_uri
      ? null
      : "This provider publishes no endpoints for signing in. Check that the URL is the issuer's.";
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    const { problem, advice, details } = describeFailure(provider, error.cause);
    return [problem, advice, details && `(${details})`].filter(Boolean).join(" ");
  }
}
