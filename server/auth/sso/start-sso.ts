import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { AuthError } from "#core/accounts/auth-errors.ts";
import { getClientInfo } from "../client-info.ts";
import { getRedirectTarget } from "../codes/redirects.ts";
import type { AuthDeps } from "../deps.ts";
import type { AuthHandler } from "../handler.ts";
import { countRequest } from "../limits.ts";
import { createValidationError, readBody, readTextField } from "../request-body.ts";
import { beginFlow, type Challenge, readChallenge } from "../session/flow-state.ts";
import { checkSignUp } from "../user/invited-sign-up.ts";
import { refreshMetadata } from "./fetch-metadata.ts";
import { findProvider } from "./providers.ts";
import { createSaml } from "./service-provider.ts";
import { samlRequests, ssoDomains, ssoProviders } from "./tables.ts";

interface SsoInput {
  readonly providerId: string | undefined;
  readonly domain: string | undefined;
  readonly redirectTo: string;
  readonly challenge: Challenge | undefined;
  readonly invitationToken: string | undefined;
}

/**
 * Starts a sign-in at an identity provider, found by its ID or by a domain, and returns the redirect URL. Throws
 * AuthError: validation_failed, sso_provider_not_found.
 */
export async function startSso(auth: AuthDeps, input: SsoInput): Promise<string> {
  if ((input.providerId === undefined) === (input.domain === undefined))
    throw createValidationError("Exactly one of provider_id and domain must be given");
  const storedProvider = await findEnabledProvider(auth, input);
  const provider = await refreshMetadata(auth, storedProvider);
  const { invitation } = await checkSignUp(auth, input.invitationToken);
  return auth.database.db.transaction(async (tx) => {
    const now = auth.clock.now();
    // An ID in XML can't start with a digit.
    const requestId = `_${randomUUID()}`;
    const [request] = await tx
      .insert(samlRequests)
      .values({
        providerId: provider.id,
        requestId,
        redirectTo: input.redirectTo,
        flowId: input.challenge ? await beginFlow(auth, tx, input.challenge, "sso/saml") : null,
        invitationId: invitation?.id ?? null,
        createdAt: now,
      })
      .returning();
    if (!request) throw new Error("a request could not be stored");
    const saml = await createSaml(auth, provider, request);
    return saml.getAuthorizeUrlAsync(request.id, undefined, {});
  });
}

async function findEnabledProvider({ database }: AuthDeps, { providerId, domain }: SsoInput) {
  const [row] =
    domain === undefined
      ? [{ provider: await findProvider(database.db, providerId) }]
      : await database.db
          .select({ provider: ssoProviders })
          .from(ssoDomains)
          .innerJoin(ssoProviders, eq(ssoProviders.id, ssoDomains.providerId))
          .where(eq(ssoDomains.domain, domain.trim().toLowerCase()));
  if (!row || row.provider.disabled) throw new AuthError("sso_provider_not_found");
  return row.provider;
}

export const handleStartSso: AuthHandler = async (c, auth) => {
  if (!auth.config.auth.saml) throw new AuthError("saml_provider_disabled");
  const client = getClientInfo(c, auth);
  await countRequest(auth, "sso", client.ip);
  const body = await readBody(c);
  const url = await startSso(auth, {
    providerId: readTextField(body, "provider_id") || undefined,
    domain: readTextField(body, "domain") || undefined,
    redirectTo: getRedirectTarget(c, auth, readTextField(body, "redirect_to")),
    challenge: readChallenge(body),
    invitationToken: readTextField(body, "invitation") ?? client.invitationToken,
  });
  return body.skip_http_redirect === true ? c.json({ url }) : c.redirect(url, 303);
};
