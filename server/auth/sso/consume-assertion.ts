import { and, eq } from "drizzle-orm";
import { AuthError } from "#core/accounts/auth-errors.ts";
import { parseEmail } from "#core/accounts/email.ts";
import type { Tx } from "#server/database/index.ts";
import { isUuid } from "#server/platform/uuid.ts";
import { getClientInfo } from "../client-info.ts";
import type { AuthDeps, ClientInfo } from "../deps.ts";
import type { AuthHandler } from "../handler.ts";
import { lockKey } from "../oauth/sign-in-provider-user.ts";
import { createValidationError } from "../request-body.ts";
import { buildCodeRedirect, buildErrorRedirect, buildSessionRedirect } from "../session/build-redirects.ts";
import { issueCode } from "../session/flow-state.ts";
import { bindLanding } from "../session/landing-state.ts";
import { startSession } from "../session/start-session.ts";
import { identities, type Metadata, type UserRow, users } from "../tables.ts";
import { createIdentityAccount } from "../user/create-account.ts";
import { checkSignUp, requireAllowed } from "../user/invited-sign-up.ts";
import { createBannedError, isBanned } from "../user/is-banned.ts";
import { mergeMetadata } from "../user/metadata.ts";
import { updateUserRow } from "../user/store-user.ts";
import { getEmail, mapAttributes } from "./attribute-mapping.ts";
import { type CheckedAssertion, checkAssertion } from "./check-assertion.ts";
import { findProvider, getProviderName, listDomains } from "./providers.ts";
import {
  createSaml,
  getServiceKey,
  getServiceUrls,
  REQUEST_LIFETIME_MS,
  SKEW_MS,
} from "./service-provider.ts";
import { type SsoProviderRow, samlAssertions, samlRequests } from "./tables.ts";
import { hasEncryptedAssertion, hasWeakAlgorithm } from "./xml-checks.ts";

type SamlRequest = typeof samlRequests.$inferSelect;

/** Handles the return from the identity provider. Once the request is found, errors redirect to its target page. */
export const handleConsumeAssertion: AuthHandler = async (c, auth) => {
  if (!auth.config.auth.saml) throw new AuthError("saml_provider_disabled");
  const form = new URLSearchParams(await c.req.text());
  const response = form.get("SAMLResponse");
  if (!response) throw createValidationError("SAMLResponse is missing");
  const request = await consumeRequest(auth, form.get("RelayState") ?? undefined);
  try {
    if (auth.clock.now().getTime() >= request.createdAt.getTime() + REQUEST_LIFETIME_MS)
      throw new AuthError("saml_relay_state_expired");
    const outcome = await acceptResponse(auth, request, response, getClientInfo(c, auth));
    const target = request.redirectTo;
    if ("authCode" in outcome) return c.redirect(buildCodeRedirect(target, outcome.authCode), 303);
    bindLanding(c, auth, { target, session: outcome, purpose: "magic-link" });
    return c.redirect(buildSessionRedirect(target, outcome), 303);
  } catch (error) {
    const refusal =
      error instanceof AuthError ? error : new AuthError("unexpected_failure", { cause: error });
    if (refusal.code === "unexpected_failure")
      auth.log.error({ err: error }, "a SAML response could not be processed");
    return c.redirect(buildErrorRedirect(request.redirectTo, refusal, request.flowId !== null), 303);
  }
};

/** Finds and deletes the request, so that only one response to it is accepted. */
async function consumeRequest(auth: AuthDeps, relayState: string | undefined): Promise<SamlRequest> {
  const [request] = isUuid(relayState)
    ? await auth.database.db.delete(samlRequests).where(eq(samlRequests.id, relayState)).returning()
    : [];
  if (!request) throw new AuthError("saml_relay_state_not_found");
  return request;
}

async function acceptResponse(auth: AuthDeps, request: SamlRequest, response: string, client: ClientInfo) {
  const provider = await findProvider(auth.database.db, request.providerId);
  if (provider.disabled) throw new AuthError("sso_provider_not_found");
  const assertion = await verifyResponse(auth, provider, request, response);
  const email = await readTrustedEmail(auth, provider, assertion);

  return auth.database.db.transaction(async (tx) => {
    const insertedRows = await tx
      .insert(samlAssertions)
      .values({ providerId: provider.id, assertionId: assertion.id, expiresAt: assertion.expiresAt })
      .onConflictDoNothing()
      .returning();
    if (insertedRows.length === 0)
      throw new AuthError("saml_assertion_rejected", { message: "SAML Assertion has already been used" });
    const user = await signInSsoUser(auth, tx, {
      provider: getProviderName(provider.id),
      subject: assertion.nameId,
      email,
      attributes: mapAttributes(provider.attributeMapping, assertion.attributes),
      invitationId: request.invitationId,
    });
    if (request.flowId !== null) return { authCode: await issueCode(auth, tx, request.flowId, user.id) };
    return startSession(auth, tx, user, "sso/saml", client);
  });
}

async function verifyResponse(
  auth: AuthDeps,
  provider: SsoProviderRow,
  request: SamlRequest,
  response: string,
): Promise<CheckedAssertion> {
  const sentXml = Buffer.from(response, "base64").toString("utf8");
  // Decrypts first, so that the checks below see the content.
  const xml = hasEncryptedAssertion(sentXml) ? await decrypt(auth, sentXml) : sentXml;
  // The library would parse any XML, in quadratic time.
  const { parseUntrustedXml } = await import("./parse-untrusted-xml.ts");
  parseUntrustedXml(xml);
  if (hasWeakAlgorithm(xml)) throw new AuthError("saml_assertion_rejected");
  const saml = await createSaml(auth, provider, request);
  const { profile } = await saml
    .validatePostResponseAsync({
      SAMLResponse: xml === sentXml ? response : Buffer.from(xml).toString("base64"),
    })
    .catch((cause: unknown) => {
      auth.log.warn({ provider: provider.entityId, reason: String(cause) }, "a SAML response was refused");
      throw new AuthError("saml_assertion_rejected", { cause });
    });
  const { entityId, assertionUrl } = getServiceUrls(auth);
  return checkAssertion(profile?.getAssertion?.().Assertion ?? {}, {
    issuer: provider.entityId,
    audience: entityId,
    recipient: assertionUrl,
    requestId: request.requestId,
    now: auth.clock.now(),
    skewMs: SKEW_MS,
  });
}

/** Reads the email address. A provider is only trusted for its own domains. */
async function readTrustedEmail(
  auth: AuthDeps,
  provider: SsoProviderRow,
  { attributes, nameId, nameIdFormat }: CheckedAssertion,
): Promise<string> {
  const assertedEmail =
    getEmail(provider.attributeMapping, attributes) ??
    (nameIdFormat.endsWith(":emailAddress") ? nameId : undefined);
  const parsed = parseEmail(assertedEmail ?? "");
  if ("problem" in parsed) throw new AuthError("saml_assertion_no_email");
  const domains = await listDomains(auth.database.db, provider.id);
  if (!domains.includes(parsed.email.split("@")[1] ?? ""))
    throw new AuthError("saml_assertion_no_email", {
      message: "The email address in the SAML Assertion is not in one of this provider's domains",
    });
  return parsed.email;
}

/** Decrypts an assertion. The module for this is only loaded when it is needed. */
async function decrypt(auth: AuthDeps, xml: string): Promise<string> {
  const { decryptAssertion } = await import("./decrypt-assertion.ts");
  return decryptAssertion(xml, (await getServiceKey(auth)).privateKey);
}

interface SsoUser {
  readonly provider: string;
  /** The provider's permanent ID for the user. */
  readonly subject: string;
  readonly email: string;
  readonly attributes: Metadata;
  readonly invitationId: string | null;
}

/**
 * Finds the account of an identity provider's user, or creates it on the first sign-in. Only the user's ID at the
 * provider counts, never the email address. A password account with the same address is a separate account. Throws
 * AuthError: signup_disabled, user_banned, saml_assertion_rejected, validation_failed if the attributes are too large.
 */
async function signInSsoUser(auth: AuthDeps, tx: Tx, ssoUser: SsoUser): Promise<UserRow> {
  await lockKey(tx, `${ssoUser.provider} ${ssoUser.subject}`);
  const now = auth.clock.now();
  const [match] = await tx
    .select({ user: users, identity: identities })
    .from(identities)
    .innerJoin(users, eq(users.id, identities.userId))
    .where(and(eq(identities.provider, ssoUser.provider), eq(identities.providerId, ssoUser.subject)))
    .for("no key update");
  const identityData = {
    ...ssoUser.attributes,
    sub: ssoUser.subject,
    email: ssoUser.email,
    email_verified: true,
    phone_verified: false,
  };
  if (!match) return createSsoUser(auth, tx, ssoUser, identityData, now);

  if (match.user.deletedAt !== null || !match.user.isSsoUser) throw new AuthError("saml_assertion_rejected");
  if (isBanned(match.user, now)) throw createBannedError(match.user);
  await tx
    .update(identities)
    .set({ identityData, updatedAt: now })
    .where(eq(identities.id, match.identity.id));
  return updateUserRow(tx, match.user.id, {
    ssoEmail: ssoUser.email,
    userMetadata: mergeMetadata(match.user.userMetadata, removeUsername(identityData)),
    updatedAt: now,
  });
}

async function createSsoUser(
  auth: AuthDeps,
  tx: Tx,
  { provider, subject, email, invitationId }: SsoUser,
  identityData: Metadata,
  now: Date,
): Promise<UserRow> {
  const { signUpMode } = await auth.settings.read();
  if (invitationId === null || signUpMode === "closed") requireAllowed(await checkSignUp(auth, undefined));
  return createIdentityAccount(auth, tx, {
    columns: { isSsoUser: true, ssoEmail: email, emailConfirmedAt: now },
    identity: { provider, providerId: subject, identityData },
    metadata: removeUsername(identityData),
    invitation: invitationId === null ? null : { id: invitationId },
    now,
  });
}

/** Removes the username that the provider sent, because members choose their own. */
const removeUsername = ({ username: _username, ...metadata }: Metadata): Metadata => metadata;
