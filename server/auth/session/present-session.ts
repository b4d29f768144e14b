import type { AuthSession } from "#core/accounts/session.ts";
import type { Db, Tx } from "#server/database/index.ts";
import type { AuthDeps } from "../deps.ts";
import type { SessionRow, UserRow } from "../tables.ts";
import { presentUser } from "../user/present-user.ts";

export async function presentSession(
  auth: AuthDeps,
  db: Db | Tx,
  { user, session, refreshToken }: { user: UserRow; session: SessionRow; refreshToken: string },
): Promise<AuthSession> {
  const { token, expiresIn, expiresAt } = await auth.tokens.sign(user, session);
  return {
    access_token: token,
    token_type: "bearer",
    expires_in: expiresIn,
    expires_at: expiresAt,
    refresh_token: refreshToken,
    user: await presentUser(db, user),
  };
}
