import { hkdfSync } from "node:crypto";
import { decryptSecret, encryptSecret } from "../keys/encrypt-secret.ts";
import type { Keys } from "../keys/keys.ts";
import type { SignInProviderRow } from "./tables.ts";

type Target = Pick<SignInProviderRow, "id" | "url" | "clientId">;

/**
 * Encrypts a provider's secret with a key derived from AUTH_JWT_SECRET. If the operator has set AUTH_JWT_SECRET, the
 * database alone doesn't reveal the secret. The encrypted secret is bound to the provider's URL and client ID, so it
 * can't be redirected to another server by changing the database.
 */
export const encryptProviderSecret = (keys: Keys, target: Target, secret: string): Buffer =>
  encryptSecret(secret, deriveKey(keys), describeTarget(target));

/** Returns null if the secret was encrypted with another key, or for another URL or client ID. */
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
