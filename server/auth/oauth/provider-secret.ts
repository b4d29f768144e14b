import { hkdfSync } from "node:crypto";
import { decryptSecret, encryptSecret } from "../keys/encrypt-secret.ts";
import type { Keys } from "../keys/keys.ts";
import type { SignInProviderRow } from "./tables.ts";

type SecretContext = Pick<SignInProviderRow, "id" | "url" | "clientId">;

/**
 * Encrypts a provider's secret with a key derived from AUTH_JWT_SECRET. If the operator has set AUTH_JWT_SECRET, the
 * database alone doesn't reveal the secret. The encrypted secret is bound to the provider's URL and client ID, so
 * changing the URL in the database doesn't send the secret to another server.
 */
export const encryptProviderSecret = (keys: Keys, context: SecretContext, secret: string): Buffer =>
  encryptSecret(secret, deriveKey(keys), serializeContext(context));

/** Returns null if the secret was encrypted with another key, or for another URL or client ID. */
export function decryptProviderSecret(
  keys: Keys,
  row: SecretContext & Pick<SignInProviderRow, "encryptedSecret">,
) {
  try {
    return decryptSecret(row.encryptedSecret, deriveKey(keys), serializeContext(row));
  } catch {
    return null;
  }
}

const deriveKey = ({ secret }: Keys): Uint8Array =>
  new Uint8Array(hkdfSync("sha256", secret, "", "secrets of sign-in providers", 32));

const serializeContext = ({ id, url, clientId }: SecretContext) => JSON.stringify([id, url, clientId]);
