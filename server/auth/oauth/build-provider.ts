import { describeProviderById, type SignInProvider, splitClientIds } from "#server/config-providers.ts";
import type { Keys } from "../keys/keys.ts";
import { decryptProviderSecret } from "./provider-secret.ts";
import type { SignInProviderRow } from "./tables.ts";

/** Returns null if the secret can no longer be decrypted. */
export function buildProvider(keys: Keys, row: SignInProviderRow): SignInProvider | null {
  const secret = decryptProviderSecret(keys, row);
  if (secret === null) return null;
  const { id, label, url, scopes, clientId, appleTeamId, appleKeyId } = row;
  return {
    id,
    ...describeProviderById(id, { label, ...(url ? { url } : {}), ...(scopes ? { scopes } : {}) }),
    clientIds: splitClientIds(clientId),
    clientSecret:
      id === "apple" ? { teamId: appleTeamId ?? "", keyId: appleKeyId ?? "", privateKey: secret } : secret,
  };
}
