import { eq } from "drizzle-orm";
import { AuthError } from "#core/accounts/auth-errors.ts";
import { parseEmail } from "#core/accounts/email.ts";
import type { Viewer } from "#core/accounts/member.ts";
import type { AuthDeps } from "../../deps.ts";
import { oneTimeTokens } from "../../tables.ts";
import { rejectTakenAddress } from "../../user/create-account.ts";
import { syncIdentities } from "../../user/store-identity.ts";
import { NO_PENDING_CHANGE, updateUserRow } from "../../user/store-user.ts";
import { changeMember, type WithReason } from "./change-member.ts";
import { createInputError } from "./member-input.ts";

/**
 * Changes a member's email address immediately, without confirmation: the administrator vouches for it.
 * Invalidates pending codes and notifies both addresses. Throws AppError("cannot_target_self"); AuthError:
 * email_exists, user_sso_managed.
 */
export const changeAddress = (
  auth: AuthDeps,
  viewer: Viewer,
  id: string,
  input: WithReason & { readonly email: string },
) =>
  changeMember(auth, viewer, { id, input }, async (tx, { user, record, now }) => {
    const parsed = parseEmail(input.email);
    if ("problem" in parsed)
      throw createInputError({ email: "Enter an email address like name@example.org." });
    const { email } = parsed;
    if (user.isSsoUser) throw new AuthError("user_sso_managed");
    if (user.email === email && user.emailConfirmedAt !== null) return;
    await rejectTakenAddress(tx, { email }, id);
    const changedUser = await updateUserRow(tx, id, {
      email,
      emailConfirmedAt: now,
      isAnonymous: false,
      ...NO_PENDING_CHANGE.email,
      updatedAt: now,
    });
    await syncIdentities(tx, changedUser, now);
    await tx.delete(oneTimeTokens).where(eq(oneTimeTokens.userId, id));
    for (const to of new Set([user.email ?? email, email]))
      await auth.mailer.queue(tx, { kind: "address_changed", to, newAddress: email });
    await record({ action: "member.email", before: { email: user.email }, after: { email } });
  });
