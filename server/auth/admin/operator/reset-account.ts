import { AppError } from "#core/errors.ts";
import { recordAuditEvent } from "#server/audit/index.ts";
import type { AuthDeps } from "../../deps.ts";
import { listPasskeys } from "../../passkeys/passkeys.ts";
import { removePasskey } from "../../passkeys/remove-passkey.ts";
import { deleteFactors } from "../../two-factor/factors.ts";
import { runWithMessages } from "../../user/notify-owner.ts";
import { createPasswordLink } from "./create-password-link.ts";
import { lockAccount, OPERATOR } from "./lock-account.ts";

/**
 * Restores access for a user who can no longer sign in: removes two-factor authentication and passkeys, emails the
 * owner about what was removed, and creates a link to choose a new password. Choosing one ends all earlier sessions.
 * Throws AppError("member_not_found").
 */
export async function resetAccount(
  auth: AuthDeps,
  identifier: string,
  options: { readonly byEmail: boolean },
) {
  return runWithMessages(auth, async (tx) => {
    const { user, username } = await lockAccount(tx, identifier);
    if (user.email === null)
      throw new AppError("member_not_found", {
        message: `${identifier} has no email address to sign in with.`,
      });
    const factorCount = await deleteFactors(tx, user.id);
    const passkeys = await listPasskeys(tx, user.id);
    for (const passkey of passkeys) await removePasskey(auth, tx, user, passkey);
    if (factorCount > 0) await auth.mailer.queue(tx, { kind: "factors_reset", to: user.email });
    const name = username ?? user.email;
    const removedCounts = Object.entries({ factors: factorCount, passkeys: passkeys.length }).filter(
      ([, count]) => count > 0,
    );
    await recordAuditEvent(tx, OPERATOR, {
      action: removedCounts.length > 0 ? "member.reset-factors" : "member.link",
      target: { kind: "member", id: user.id, name },
      reason:
        removedCounts.length > 0 ? "Created a link to choose a new password" : "To choose a new password",
      ...(removedCounts.length > 0 && {
        before: Object.fromEntries(removedCounts),
        after: Object.fromEntries(removedCounts.map(([kind]) => [kind, 0])),
      }),
    });
    return { username: name, factorCount, link: await createPasswordLink(auth, tx, user, options) };
  });
}
