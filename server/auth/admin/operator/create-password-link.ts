import type { Tx } from "#server/database/index.ts";
import { buildPersonalLink, createCode, sendCode } from "../../codes/send-code.ts";
import type { AuthDeps } from "../../deps.ts";
import type { UserRow } from "../../tables.ts";

/** Creates a one-time link to choose a password. Emails it, or returns it for the operator to pass on. */
export async function createPasswordLink(
  auth: AuthDeps,
  tx: Tx,
  user: UserRow,
  { byEmail }: { readonly byEmail: boolean },
): Promise<string | null> {
  const redirectTo = `${auth.config.publicUrl}/auth/landing?for=recovery`;
  if (byEmail) {
    await sendCode(auth, tx, { user, purpose: "recovery", redirectTo });
    return null;
  }
  const { token } = await createCode(auth, tx, { user, purpose: "recovery" });
  return buildPersonalLink(auth, token, "recovery", redirectTo);
}
