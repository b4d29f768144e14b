import { and, eq, lt } from "drizzle-orm";
import { AuthError } from "#core/accounts/auth-errors.ts";
import { createSafeFetch } from "#server/platform/safe-fetch.ts";
import { SafeFetchError } from "#server/platform/safe-fetch-error.ts";
import type { AuthDeps } from "../deps.ts";
import { type SsoProviderRow, ssoProviders } from "./tables.ts";

const BYTES_MAX = 262_144;
const TIMEOUT_MS = 5_000;
/** How long metadata is used before it is refreshed. */
const FRESH_MS = 24 * 60 * 60 * 1000;
/** How long after a failed refresh the next one is attempted. */
const RETRY_MS = 60 * 60 * 1000;

/** Fetches a provider's published metadata. Throws AuthError("validation_failed") with the reason. */
export async function fetchMetadata({ config }: AuthDeps, url: string) {
  const { samlAllowPrivate } = config.auth;
  const fetch = createSafeFetch({ allowPrivate: samlAllowPrivate });
  // HTTPS is required by default, because an attacker who can change the metadata can sign in as anyone.
  const response = await fetch(url, {
    timeoutMs: TIMEOUT_MS,
    maxBytes: BYTES_MAX,
    httpsOnly: !samlAllowPrivate,
  }).catch((cause: unknown) => {
    if (cause instanceof SafeFetchError)
      throw createInvalidMetadataError(`cannot be fetched: ${cause.message}`, cause);
    throw cause;
  });
  if (response.status !== 200) throw createInvalidMetadataError(`returned status ${response.status}`);
  const metadataXml = response.body.toString("utf8");
  // PostgreSQL can't store NUL.
  if (metadataXml.includes("\0")) throw createInvalidMetadataError("is not XML");
  const { parseMetadata } = await import("./parse-metadata.ts");
  return { entityId: parseMetadata(metadataXml).entityId, metadataXml };
}

/**
 * Refreshes published metadata that is more than a day old, because keys change. After a failure, the stored metadata
 * remains in use, and the next attempt is an hour later.
 */
export async function refreshMetadata(auth: AuthDeps, provider: SsoProviderRow): Promise<SsoProviderRow> {
  const { metadataUrl, metadataReadAt } = provider;
  const now = auth.clock.now();
  const staleBefore = new Date(now.getTime() - FRESH_MS);
  if (metadataUrl === null || metadataReadAt === null || metadataReadAt > staleBefore) return provider;
  const { db } = auth.database;
  const [claimedProvider] = await db
    .update(ssoProviders)
    .set({ metadataReadAt: new Date(staleBefore.getTime() + RETRY_MS) })
    .where(and(eq(ssoProviders.id, provider.id), lt(ssoProviders.metadataReadAt, staleBefore)))
    .returning();
  if (!claimedProvider) return provider;
  try {
    const { entityId, metadataXml } = await fetchMetadata(auth, metadataUrl);
    if (entityId !== provider.entityId) throw new AuthError("saml_entity_id_mismatch");
    const [refreshedProvider] = await db
      .update(ssoProviders)
      .set({ metadataXml, metadataReadAt: now })
      .where(and(eq(ssoProviders.id, provider.id), eq(ssoProviders.metadataUrl, metadataUrl)))
      .returning();
    return refreshedProvider ?? provider;
  } catch (error) {
    auth.log.warn(
      { provider: provider.entityId, err: error },
      "a provider's metadata could not be refreshed",
    );
    return provider;
  }
}

const createInvalidMetadataError = (problem: string, cause?: unknown) =>
  new AuthError("validation_failed", { message: `metadata_url ${problem}`, cause });
