import { eq } from "drizzle-orm";
import type { Member, Viewer } from "#core/accounts/member.ts";
import type { AdminActionName } from "#core/admin/audit-events.ts";
import { requireAdmin } from "#core/admin/rules.ts";
import { AppError } from "#core/errors.ts";
import { formatCount } from "#core/format-count.ts";
import { recordAuditEvent } from "#server/audit/index.ts";
import type { Tx } from "#server/database/index.ts";
import { lockAdminRole } from "#server/profiles/index.ts";
import type { AuthDeps } from "../deps.ts";
import { decryptProviderSecret } from "../oauth/provider-secret.ts";
import { type SignInProviderRow, signInProviders } from "../oauth/tables.ts";
import { requireViewerStepUp } from "../user/require-viewer-step-up.ts";
import { countLockedOut } from "./count-members.ts";
import { findConfiguredProvider, findSavedProvider } from "./find-saved-provider.ts";

interface ProviderChange {
  readonly id: string;
  /** The version that was current when the form was opened, as digits. */
  readonly version: string;
  /** Whether the administrator accepts that some members lose their only way to sign in. */
  readonly acceptsLockOut: boolean;
}

/**
 * Turns a provider on or off. Throws AppError: not_signed_in, access_denied, step_up_required, provider_not_found,
 * invalid_input, settings_changed, cannot_target_self (the administrator has no other way to sign in).
 */
export async function setProviderEnabled(
  auth: AuthDeps,
  viewer: Viewer,
  input: ProviderChange & { readonly isEnabled: boolean },
): Promise<void> {
  const { isEnabled } = input;
  await changeProvider(auth, viewer, input, {
    action: isEnabled ? "provider.enable" : "provider.disable",
    endsSignIn: !isEnabled,
    async run(tx, row, member) {
      if (isEnabled && decryptProviderSecret(auth.keys, row) === null)
        throw new AppError("invalid_input", {
          message: "Enter the secret again, then turn the provider on.",
        });
      await tx
        .update(signInProviders)
        .set({
          isEnabled,
          version: row.version + 1,
          changedAt: auth.clock.now(),
          changedByName: member.username,
        })
        .where(eq(signInProviders.id, row.id));
    },
  });
}

/**
 * Removes a provider. Members' identities at this provider remain, in case it is added again. Throws the same AppErrors
 * as setProviderEnabled.
 */
export async function removeProvider(auth: AuthDeps, viewer: Viewer, input: ProviderChange): Promise<void> {
  await changeProvider(auth, viewer, input, {
    action: "provider.remove",
    endsSignIn: true,
    run: async (tx, row) => void (await tx.delete(signInProviders).where(eq(signInProviders.id, row.id))),
  });
}

const ONLY_SIGN_IN_MESSAGE =
  "You can sign in only with this provider. Set a password first, or link another provider.";

interface ProviderOperation {
  readonly action: AdminActionName;
  readonly endsSignIn: boolean;
  run(tx: Tx, row: SignInProviderRow, member: Member): Promise<void>;
}

async function changeProvider(
  auth: AuthDeps,
  viewer: Viewer,
  { id, version: formVersion, acceptsLockOut }: ProviderChange,
  { action, endsSignIn, run }: ProviderOperation,
): Promise<void> {
  requireAdmin(viewer);
  await requireViewerStepUp(auth, viewer);
  const version = parseVersion(formVersion);
  const enabledProviders = await auth.providers.list();
  await auth.database.db.transaction(async (tx) => {
    await lockAdminRole(tx, viewer, auth.clock.now());
    const row = await findSavedProvider(tx, id, { lock: true });
    if (!row) throw new AppError("provider_not_found");
    if (row.version !== version) throw createConflictError(row.changedByName);
    // Members aren't affected while the environment's provider is used instead, or while this one is off.
    if (endsSignIn && row.isEnabled && !findConfiguredProvider(auth, id)) {
      const lockedOutMembers = await countLockedOut(auth, tx, { id, enabledProviders, userId: viewer.id });
      if (lockedOutMembers.includesUser)
        throw new AppError("cannot_target_self", { message: ONLY_SIGN_IN_MESSAGE });
      if (lockedOutMembers.count > 0 && !acceptsLockOut)
        throw new AppError("invalid_input", {
          fieldErrors: {
            confirm: `Confirm that ${formatCount(lockedOutMembers.count, "member")} won't be able to sign in.`,
          },
        });
    }
    await run(tx, row, viewer);
    await recordAuditEvent(tx, viewer, { action, target: { kind: "provider", id, name: row.label } });
    await announceChange(auth, tx);
  });
  await auth.providers.refresh().catch(() => {});
}

/** Parses the version in a form. Throws AppError("invalid_input"). */
export function parseVersion(version: unknown): number {
  if (typeof version !== "string" || !/^\d{1,9}$/.test(version)) throw new AppError("invalid_input");
  return Number(version);
}

export const createConflictError = (changedBy = "Another administrator") =>
  new AppError("settings_changed", {
    message: `${changedBy} has just changed this provider. Review the current settings, then try again.`,
  });

/** Causes all processes to reload the providers, and to drop cached pages, which may offer them. */
export const announceChange = async ({ announcements }: AuthDeps, tx: Tx): Promise<void> =>
  announcements?.publish(tx, "settings", {});
