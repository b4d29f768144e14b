import { eq } from "drizzle-orm";
import { AuthError } from "#core/accounts/auth-errors.ts";
import { AppError } from "#core/errors.ts";
import { type NewAuditEvent, recordAuditEvent } from "#server/audit/index.ts";
import type { Tx } from "#server/database/index.ts";
import { profiles } from "#server/profiles/index.ts";
import type { AuthDeps } from "../deps.ts";
import type { UserRow } from "../tables.ts";
import { describeSuspensionEnd } from "../user/is-banned.ts";
import { requireAnotherAdministrator } from "../user/require-another-administrator.ts";

export interface ServiceActor {
  /** Null for the service key, which belongs to no user. */
  readonly id: string | null;
  readonly username: string;
}

export const SERVICE_KEY: ServiceActor = { id: null, username: "service key" };

/** Returns the account as shown in the audit log. Call it before the account is cleared. */
export async function getAuditTarget(tx: Tx, user: UserRow): Promise<NewAuditEvent["target"]> {
  const [profile] = await tx
    .select({ username: profiles.username })
    .from(profiles)
    .where(eq(profiles.id, user.id));
  const name = profile?.username ?? user.email ?? user.ssoEmail ?? user.phone ?? "unknown";
  return { kind: "member", id: user.id, name };
}

/** Refuses to remove the only administrator. Throws AuthError("conflict"). */
export async function rejectRemovingLastAdmin(auth: AuthDeps, tx: Tx, user: UserRow): Promise<void> {
  try {
    await requireAnotherAdministrator(auth, tx, user);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new AuthError("conflict", {
      message: "This is the only administrator: make someone else an administrator first",
      cause: error,
    });
  }
}

interface AccountChanges {
  readonly target: NewAuditEvent["target"];
  readonly before: UserRow;
  readonly after: UserRow;
  /** Changes to record in addition to those between the two rows: a new name, a lost badge, a changed password. */
  readonly extraChanges: Readonly<Record<string, unknown>>;
  readonly now: Date;
}

/**
 * Records one request's changes to an account. A new email address, a suspension and the end of one get their own audit
 * events, as on the dashboard. For secrets and metadata, only the fact that they changed is recorded.
 */
export async function recordChanges(
  tx: Tx,
  actor: ServiceActor,
  { target, before, after, extraChanges, now }: AccountChanges,
): Promise<void> {
  if (before.email !== after.email)
    await recordAuditEvent(tx, actor, {
      action: "member.email",
      target,
      before: { email: before.email },
      after: { email: after.email },
    });

  const [endBefore, endAfter] = [describeSuspensionEnd(before, now), describeSuspensionEnd(after, now)];
  if (endBefore !== endAfter)
    await recordAuditEvent(tx, actor, {
      action: endAfter === null ? "member.unsuspend" : "member.suspend",
      target,
      before: { "suspended until": endBefore },
      after: { "suspended until": endAfter },
    });

  const loggedFields = { before: pickLoggedFields(before), after: pickLoggedFields(after) };
  const names = Object.keys(loggedFields.before).filter(
    (name) => loggedFields.before[name] !== loggedFields.after[name],
  );
  const pickChanged = (fields: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(names.map((name) => [name, fields[name]]));
  const otherChanges = {
    ...(JSON.stringify(before.userMetadata) === JSON.stringify(after.userMetadata) &&
    JSON.stringify(before.appMetadata) === JSON.stringify(after.appMetadata)
      ? {}
      : { metadata: "changed" }),
    ...extraChanges,
  };
  if (names.length === 0 && Object.keys(otherChanges).length === 0) return;
  await recordAuditEvent(tx, actor, {
    action: "member.edit",
    target,
    before: pickChanged(loggedFields.before),
    after: { ...pickChanged(loggedFields.after), ...otherChanges },
  });
}

const pickLoggedFields = (user: UserRow): Record<string, unknown> => ({
  phone: user.phone,
  "email confirmed": user.emailConfirmedAt !== null,
  "phone confirmed": user.phoneConfirmedAt !== null,
  "token role": user.role,
});
