import { AuthError } from "#core/accounts/auth-errors.ts";
import type { AuthDeps, ClientInfo } from "../deps.ts";
import { countRequest } from "../limits.ts";
import { users } from "../tables.ts";
import { readNewMetadata } from "../user/create-account.ts";
import {
  checkSignUp,
  readInvitationToken,
  requireAllowed,
  restrictToAddress,
} from "../user/invited-sign-up.ts";
import { startSession } from "./start-session.ts";

/**
 * Creates an account without an email address or phone number, and starts a session for it. The account is lost with
 * its session unless the user adds one of them or links a wallet. Throws AuthError: signup_disabled,
 * anonymous_provider_disabled, validation_failed, username_invalid, over_request_rate_limit.
 */
export async function signInAnonymously(auth: AuthDeps, data: unknown, client: ClientInfo) {
  const check = await checkSignUp(auth, readInvitationToken(data, client));
  requireAllowed(check);
  if (!auth.config.auth.anonymous) throw new AuthError("anonymous_provider_disabled");
  const userMetadata = readNewMetadata(data);
  const invitation = requireAllowed(restrictToAddress(check, null));
  await countRequest(auth, "anonymous", client.ip);
  return auth.database.db.transaction(async (tx) => {
    const now = auth.clock.now();
    const [user] = await tx
      .insert(users)
      .values({ isAnonymous: true, userMetadata, createdAt: now, updatedAt: now })
      .returning();
    if (!user) throw new Error("an account could not be stored");
    if (invitation) await auth.invitations.storePresented(tx, user.id, invitation.id);
    return startSession(auth, tx, user, "anonymous", client);
  });
}
