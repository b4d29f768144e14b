import { eq } from "drizzle-orm";
import { AuthError } from "#core/accounts/auth-errors.ts";
import type { AuthContext } from "../context.ts";
import type { AuthHandler } from "../handler.ts";
import type { Bearer } from "../session/authenticate-bearer.ts";
import { sessions, users } from "../tables.ts";
import { dropFactor, lockFactor, requireFactorSession } from "./factors.ts";

/**
 * Takes one of the caller's factors away; a proved one only from a session at aal2. Throws AuthError:
 * no_authorization, validation_failed, mfa_factor_not_found, insufficient_aal.
 */
async function removeFactor(
  auth: AuthContext,
  bearer: Pick<Bearer, "user" | "session">,
  factorId: string | undefined,
): Promise<{ id: string }> {
  const caller = requireFactorSession(bearer);
  return auth.database.db.transaction(async (tx) => {
    await tx.select({ id: users.id }).from(users).where(eq(users.id, bearer.user.id)).for("no key update");
    const factor = await lockFactor(tx, bearer.user.id, factorId);
    // Read behind the lock: the session may have fallen back since the request began.
    const [session] = await tx.select().from(sessions).where(eq(sessions.id, caller.id));
    if (factor.status === "verified" && session?.aal !== "aal2")
      throw new AuthError("insufficient_aal", {
        status: 422,
        message: "AAL2 required to unenroll verified factor",
      });
    await dropFactor(tx, factor);
    return { id: factor.id };
  });
}

export const handleRemoveFactor: AuthHandler = async (c, auth) =>
  c.json(await removeFactor(auth, c.get("bearer"), c.req.param("factorId")));
