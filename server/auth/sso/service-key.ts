import { type CertifiedKey, makeCertifiedKey } from "#server/platform/certified-key.ts";
import type { AuthContext } from "../context.ts";
import { sharedSecret } from "../keys/secrets.ts";

/** The key for which identity providers encrypt what they say of people; made on first use, one for all programs. */
export const serviceKey = ({ database }: Pick<AuthContext, "database">): Promise<CertifiedKey> =>
  sharedSecret(database.db, "saml_encryption_key", () => makeCertifiedKey("Lattice"));
