import { findProviderKind, type ProviderRecord } from "#core/accounts/provider-settings.ts";
import type { SignInProvider } from "#server/config-providers.ts";
import type { AuthDeps } from "../deps.ts";
import { decryptProviderSecret } from "../oauth/provider-secret.ts";
import type { SignInProviderRow } from "../oauth/tables.ts";

type ProviderFields = Pick<SignInProviderRow, "id" | "label" | "clientId"> &
  Partial<Pick<SignInProviderRow, "url" | "scopes" | "appleTeamId" | "appleKeyId">>;

const presentFields = ({ id, label, clientId, url, scopes, appleTeamId, appleKeyId }: ProviderFields) => ({
  id,
  kind: findProviderKind(id) ?? "custom",
  label,
  url: url ?? "",
  clientId,
  scopes: scopes ?? "",
  appleTeamId: appleTeamId ?? "",
  appleKeyId: appleKeyId ?? "",
});

export const presentSavedProvider = (
  auth: AuthDeps,
  row: SignInProviderRow,
  memberCount: number,
): ProviderRecord => ({
  ...presentFields(row),
  source: "settings",
  isEnabled: row.isEnabled,
  needsSecret: decryptProviderSecret(auth.keys, row) === null,
  unusedVersion: null,
  version: row.version,
  changedAt: row.changedAt.toISOString(),
  changedBy: row.changedByName,
  memberCount,
});

/**
 * Presents a provider from the environment. `savedRow` is the provider with the same ID in the settings, which this one
 * replaces.
 */
export function presentConfiguredProvider(
  { clientIds, clientSecret, issuer, ...provider }: SignInProvider,
  savedRow: SignInProviderRow | undefined,
  memberCount: number,
): ProviderRecord {
  const { teamId, keyId } = typeof clientSecret === "string" ? {} : clientSecret;
  const fields = { url: issuer, clientId: clientIds.join(","), appleTeamId: teamId, appleKeyId: keyId };
  return {
    ...presentFields({ ...provider, ...fields }),
    source: "environment",
    isEnabled: true,
    needsSecret: false,
    unusedVersion: savedRow?.version ?? null,
    version: 0,
    changedAt: null,
    changedBy: null,
    memberCount,
  };
}
