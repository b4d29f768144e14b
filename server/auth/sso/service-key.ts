import { createSelfSignedKey, type SelfSignedKey } from "#server/platform/self-signed-key.ts";
import type { AuthDeps } from "../deps.ts";
import { getSharedSecret } from "../keys/secrets.ts";

/**
 * Returns the key that identity providers encrypt assertions for. It is created on first use and shared by all
 * processes.
 */
export const getServiceKey = ({ database }: Pick<AuthDeps, "database">): Promise<SelfSignedKey> =>
  getSharedSecret(database.db, "saml_encryption_key", () => createSelfSignedKey("Lattice"));
