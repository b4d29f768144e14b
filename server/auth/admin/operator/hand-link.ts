import type { Tx } from "#server/database/index.ts";
import type { AuthContext } from "../../context.ts";
import { makeCode, sendCode, verifyLink } from "../../mailed/send-code.ts";
import type { UserRow } from "../../tables.ts";

/** What comes of an act: whose account it was, and a one-time link that chooses a password where one is to be handed over. */
export interface Handed {
  readonly username: string;
  /** Null when it was mailed, or none is needed. */
  readonly link: string | null;
}

/** A link that signs in once, to choose a password: mailed (null), or to be handed over. */
export async function handLink(
  auth: AuthContext,
  tx: Tx,
  user: UserRow,
  { byMail }: { readonly byMail: boolean },
): Promise<string | null> {
  const redirectTo = `${auth.config.publicUrl}/auth/landing?for=recovery`;
  if (byMail) {
    await sendCode(auth, tx, { user, purpose: "recovery", redirectTo });
    return null;
  }
  const { token } = await makeCode(auth, tx, { user, purpose: "recovery" });
  return verifyLink(auth, token, "recovery", redirectTo);
}
