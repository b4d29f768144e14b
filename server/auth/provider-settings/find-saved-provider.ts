import { eq } from "drizzle-orm";
import { findProviderKind, type ProviderRecord } from "#core/accounts/provider-settings.ts";
import type { SignInProvider } from "#server/config-providers.ts";
import type { Db, Tx } from "#server/database/index.ts";
import type { AuthDeps } from "../deps.ts";
import { decryptProviderSecret } from "../oauth/provider-store.ts";
import { type SignInProviderRow, signInProviders } from "../oauth/tables.ts";

/** Finds a provider in the settings. With `lock`, `db` must be a transaction. */
export async function findSavedProvider(db: Db | Tx, id: string, { lock = false } = {}) {
  const query = db.select().from(signInProviders).where(eq(signInProviders.id, id));
  const [row] = lock ? await query.for("update") : await query;
  return row;
}

export const findConfiguredProvider = ({ config }: AuthDeps, id: string): SignInProvider | undefined =>
  config.auth.providers.find((provider) => provider.id === id);

export function presentSavedProvider(
  auth: AuthDeps,
  row: SignInProviderRow,
  memberCount: number,
): ProviderRecord {
  return {
    id: row.id,
    kind: findProviderKind(row.id) ?? "custom",
    label: row.label,
    source: "settings",
    isEnabled: row.isEnabled,
    needsSecret: decryptProviderSecret(auth.keys, row) === null,
    unusedVersion: null,
    url: row.url ?? "",
    clientId: row.clientId,
    scopes: row.scopes ?? "",
    appleTeamId: row.appleTeamId ?? "",
    appleKeyId: row.appleKeyId ?? "",
    version: row.version,
    changedAt: row.changedAt.toISOString(),
    changedBy: row.changedByName,
    memberCount,
  };
}

/**
 * Presents a provider from the environment. `saved` is the provider with the same ID in the settings, which it
 * replaces.
 */
export function presentConfiguredProvider(
  provider: SignInProvider,
  saved: SignInProviderRow | undefined,
  memberCount: number,
): ProviderRecord {
  const { id, label, issuer, clientIds, clientSecret, scopes } = provider;
  const appleKey = typeof clientSecret === "string" ? null : clientSecret;
  return {
    id,
    kind: findProviderKind(id) ?? "custom",
    label,
    source: "environment",
    isEnabled: true,
    needsSecret: false,
    unusedVersion: saved?.version ?? null,
    url: issuer,
    clientId: clientIds.join(","),
    scopes,
    appleTeamId: appleKey?.teamId ?? "",
    appleKeyId: appleKey?.keyId ?? "",
    version: 0,
    changedAt: null,
    changedBy: null,
    memberCount,
  };
}
