import { eq } from "drizzle-orm";
import { AuthError } from "#core/accounts/auth-errors.ts";
import type { Viewer } from "#core/accounts/member.ts";
import type { ProviderInput } from "#core/accounts/provider-settings.ts";
import { requireAdmin } from "#core/admin/rules.ts";
import { AppError } from "#core/errors.ts";
import { recordAuditEvent } from "#server/audit/index.ts";
import type { SignInProvider } from "#server/config-providers.ts";
import { lockAdminRole } from "#server/profiles/index.ts";
import type { AuthDeps } from "../deps.ts";
import { buildProvider } from "../oauth/build-provider.ts";
import { getProviderClient } from "../oauth/provider-client.ts";
import { decryptProviderSecret, encryptProviderSecret } from "../oauth/provider-secret.ts";
import { type SignInProviderRow, signInProviders } from "../oauth/tables.ts";
import { requireViewerStepUp } from "../user/require-viewer-step-up.ts";
import { announceChange, createConflictError, parseVersion } from "./change-provider.ts";
import { describeFailure } from "./describe-failure.ts";
import { findConfiguredProvider, findSavedProvider } from "./find-saved-provider.ts";
import { type ParsedProvider, parseProvider } from "./parse-provider.ts";

/**
 * Adds a provider, which is off at first, or changes one. An OpenID provider that is new or has a new URL is saved only
 * if its endpoints can be read. Returns the provider's ID. Throws AppError: not_signed_in, access_denied,
 * step_up_required, provider_not_found, invalid_input, settings_changed.
 */
export async function saveProvider(auth: AuthDeps, viewer: Viewer, input: ProviderInput): Promise<string> {
  requireAdmin(viewer);
  await requireViewerStepUp(auth, viewer);
  const version = parseVersion(input.version);
  const parsed = parseProvider(input, { allowPrivate: auth.config.auth.oidcAllowPrivate });
  const { kind: _kind, secret, ...fields } = parsed;
  const { id } = fields;
  if (findConfiguredProvider(auth, id)) throw createTakenError(id, "The environment");
  const savedRow = await findSavedProvider(auth.database.db, id);
  requireVersion(savedRow, version, parsed);
  const encryptedSecret = getEncryptedSecret(auth, savedRow, parsed);
  const row: SignInProviderRow = {
    ...fields,
    encryptedSecret,
    isEnabled: savedRow?.isEnabled ?? false,
    version: version + 1,
    changedAt: auth.clock.now(),
    changedByName: viewer.username,
  };
  const provider = buildProvider(auth.keys, row);
  if (!provider) throw new AppError("invalid_input", { fieldErrors: { secret: SECRET_NEEDED_MESSAGE } });
  if (!savedRow || savedRow.url !== row.url) {
    const problem = await checkDiscovery(auth, provider);
    if (problem !== null) throw new AppError("invalid_input", { fieldErrors: { url: problem } });
  }
  await auth.database.db.transaction(async (tx) => {
    await lockAdminRole(tx, viewer, auth.clock.now());
    const currentRow = await findSavedProvider(tx, id, { lock: true });
    requireVersion(currentRow, version, parsed);
    const { rowCount } = currentRow
      ? await tx.update(signInProviders).set(row).where(eq(signInProviders.id, id))
      : await tx.insert(signInProviders).values(row).onConflictDoNothing();
    // Another administrator has just added it.
    if (rowCount === 0) throw createConflictError(undefined);
    await recordAuditEvent(tx, viewer, {
      action: currentRow ? "provider.edit" : "provider.add",
      target: { kind: "provider", id, name: row.label },
      ...describeChanges(currentRow, row, secret !== null),
    });
    await announceChange(auth, tx);
  });
  await auth.providers.refresh().catch(() => {});
  return id;
}

/**
 * Reads the provider's published endpoints. Returns null if that succeeds or the endpoints are built in, otherwise an
 * explanation for the form.
 */
async function checkDiscovery(auth: AuthDeps, provider: SignInProvider): Promise<string | null> {
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

const SECRET_NEEDED_MESSAGE = "Enter the secret again: it can't be decrypted with this site's current key.";

/** Requires that the form was filled in for the current version of the provider. Version zero adds a provider. */
function requireVersion(row: SignInProviderRow | undefined, version: number, { id }: ParsedProvider): void {
  if (row && version === 0 && id.startsWith("custom:")) throw createTakenError(id, row.label);
  if ((row?.version ?? 0) !== version) throw createConflictError(row?.changedByName);
}

const createTakenError = (id: string, owner: string) =>
  id.startsWith("custom:")
    ? new AppError("invalid_input", {
        fieldErrors: { name: `${owner} already uses “${id.slice("custom:".length)}”. Enter another ID.` },
      })
    : new AppError("invalid_input", { message: "This provider is already set up in the environment." });

/**
 * Encrypts the new secret, or returns the stored one. The stored secret is only reused for the same URL and client ID,
 * so that it is never sent to another server.
 */
function getEncryptedSecret(
  { keys }: AuthDeps,
  savedRow: SignInProviderRow | undefined,
  { secret, ...target }: ParsedProvider,
): Buffer {
  if (secret !== null) return encryptProviderSecret(keys, target, secret);
  if (!savedRow) throw new AppError("invalid_input", { fieldErrors: { secret: "Enter the secret." } });
  if (savedRow.url !== target.url || savedRow.clientId !== target.clientId)
    throw new AppError("invalid_input", {
      fieldErrors: { secret: "Enter the secret again, because the URL or the client ID has changed." },
    });
  if (decryptProviderSecret(keys, savedRow) === null)
    throw new AppError("invalid_input", { fieldErrors: { secret: SECRET_NEEDED_MESSAGE } });
  return savedRow.encryptedSecret;
}

const FIELD_NAMES = {
  label: "name",
  url: "URL",
  clientId: "client ID",
  scopes: "scopes",
  appleTeamId: "team ID",
  appleKeyId: "key ID",
} as const;

/** Lists the changed fields. For the secret, only the fact that it changed. */
function describeChanges(
  before: SignInProviderRow | undefined,
  after: SignInProviderRow,
  hasNewSecret: boolean,
) {
  const changedFields = (Object.keys(FIELD_NAMES) as (keyof typeof FIELD_NAMES)[]).filter(
    (name) => (before?.[name] ?? null) !== after[name],
  );
  const pick = (row: SignInProviderRow) =>
    Object.fromEntries(changedFields.map((name) => [FIELD_NAMES[name], row[name]]));
  return {
    ...(before ? { before: pick(before) } : {}),
    after: { ...pick(after), ...(before && hasNewSecret ? { secret: "replaced" } : {}) },
  };
}
