import { hkdfSync } from "node:crypto";
import { asc, sql } from "drizzle-orm";
import { describeProviderById, type SignInProvider, splitClientIds } from "#server/config-providers.ts";
import type { Database } from "#server/database/index.ts";
import { createAnnouncedCache } from "#server/platform/announced-cache.ts";
import type { Announcements } from "#server/platform/announcements.ts";
import type { Log } from "#server/platform/log.ts";
import { decryptSecret, encryptSecret } from "../keys/encrypt-secret.ts";
import type { Keys } from "../keys/keys.ts";
import { type SignInProviderRow, signInProviders } from "./tables.ts";

export type ProviderStore = ReturnType<typeof createProviderStore>;

interface StoreDeps {
  readonly database: Pick<Database, "db">;
  readonly config: { readonly auth: { readonly providers: readonly SignInProvider[] } };
  readonly keys: Keys;
  readonly log: Log;
  readonly announcements?: Pick<Announcements, "on" | "onGap"> | undefined;
}

/** Caches the environment's providers and those turned on in the settings (docs/decisions/041). */
export function createProviderStore({ database, config, keys, log, announcements }: StoreDeps) {
  /** Keyed by ID and version, because `getProviderClient` recognizes an unchanged provider by its object. */
  let builtProviders = new Map<string, SignInProvider>();

  async function readAll(): Promise<readonly SignInProvider[]> {
    const rows = await database.db
      .select()
      .from(signInProviders)
      .orderBy(sql`${signInProviders.id} like 'custom:%'`, asc(signInProviders.id));
    const activeRows = rows.filter(
      ({ id, isEnabled }) => isEnabled && !config.auth.providers.some((provider) => provider.id === id),
    );
    const nextProviders = new Map<string, SignInProvider>();
    for (const row of activeRows) {
      const key = `${row.id} ${row.version}`;
      const provider = builtProviders.get(key) ?? buildProvider(keys, row);
      if (provider) nextProviders.set(key, provider);
      else log.warn({ provider: row.id }, "a sign-in provider is off until its secret is entered again");
    }
    builtProviders = nextProviders;
    return [...config.auth.providers, ...nextProviders.values()];
  }

  const cache = createAnnouncedCache({ read: readAll, name: "the sign-in providers", log, announcements });
  return { list: cache.get, refresh: cache.refresh };
}

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

type Target = Pick<SignInProviderRow, "id" | "url" | "clientId">;

/**
 * Encrypts a provider's secret with a key derived from AUTH_JWT_SECRET. If the operator has set AUTH_JWT_SECRET, the
 * database alone doesn't reveal the secret. The encrypted secret is bound to the provider's URL and client ID, so it
 * can't be redirected to another server by changing the database.
 */
export const encryptProviderSecret = (keys: Keys, target: Target, secret: string): Buffer =>
  encryptSecret(secret, deriveKey(keys), describeTarget(target));

/** Returns null if the secret was encrypted with another key. */
export function decryptProviderSecret(keys: Keys, row: Target & Pick<SignInProviderRow, "encryptedSecret">) {
  try {
    return decryptSecret(row.encryptedSecret, deriveKey(keys), describeTarget(row));
  } catch {
    return null;
  }
}

const deriveKey = ({ secret }: Keys): Uint8Array =>
  new Uint8Array(hkdfSync("sha256", secret, "", "secrets of sign-in providers", 32));

const describeTarget = ({ id, url, clientId }: Target) => JSON.stringify([id, url, clientId]);
