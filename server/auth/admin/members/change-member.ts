import { eq, sql } from "drizzle-orm";
import type { Member, Viewer } from "#core/accounts/member.ts";
import { REASON_MAX } from "#core/admin/audit-events.ts";
import type { MemberRole } from "#core/admin/members.ts";
import { requireAdmin } from "#core/admin/rules.ts";
import { AppError } from "#core/errors.ts";
import { removeInvisibleCharacters } from "#core/invisible.ts";
import type { NotifiedAdminAction } from "#core/notifications/admin-actions.ts";
import { blankToEmpty, countCharacters, removeUnreadableCharacters, trimText } from "#core/text.ts";
import { type NewAuditEvent, recordAuditEvent } from "#server/audit/index.ts";
import type { Tx } from "#server/database/index.ts";
import { notifyAdminAction } from "#server/notifications/index.ts";
import { ADVISORY_LOCKS } from "#server/platform/advisory-locks.ts";
import { isUuid } from "#server/platform/uuid.ts";
import { lockAdminRole } from "#server/profiles/index.ts";
import type { AuthDeps } from "../../deps.ts";
import { type UserRow, users } from "../../tables.ts";
import { runWithMessages } from "../../user/notify-owner.ts";
import { requireAnotherAdministrator } from "../../user/require-another-administrator.ts";
import { requireViewerStepUp } from "../../user/require-step-up.ts";

export type WithReason = { readonly reason: string };

interface MemberAction {
  readonly id: string;
  readonly input: WithReason;
  readonly allowsSelf?: boolean;
  readonly mayRemoveAdmin?: boolean;
}

type LockedMember = Awaited<ReturnType<typeof lockMember>>;

interface MemberChange extends LockedMember {
  readonly now: Date;
  /** Notifies the member. `hasOwnEmail`: an email of its own was queued. */
  notify(action: NotifiedAdminAction, options?: { readonly hasOwnEmail: boolean }): Promise<void>;
}

/**
 * Runs an admin action on a member's account in a transaction, and then sends the emails that it has queued. The reason
 * is part of its audit events and notifications. Throws AppError: not_signed_in, access_denied, step_up_required,
 * cannot_target_self, invalid_input, member_not_found.
 */
export async function changeMember(
  auth: AuthDeps,
  viewer: Viewer,
  { id, input, allowsSelf = false, mayRemoveAdmin = false }: MemberAction,
  change: (tx: Tx, member: MemberChange) => Promise<void>,
) {
  requireAdmin(viewer);
  await requireViewerStepUp(auth, viewer);
  if (!allowsSelf) rejectSelf(viewer, id);
  const reason = parseReason(input.reason);
  await runWithMessages(auth, async (tx) => {
    const member = await lockMember(auth, tx, viewer, id, { mayRemoveAdmin, reason });
    const now = auth.clock.now();
    const notice = { memberId: id, actorId: viewer.id, reason, now };
    const notify: MemberChange["notify"] = (action, options) =>
      notifyAdminAction(tx, { ...notice, ...options, action });
    await change(tx, { ...member, now, notify });
  });
}

export function rejectSelf(actor: Member, id: string): void {
  if (actor.id === id) throw new AppError("cannot_target_self");
}

/**
 * Locks the acting admin's role and the target account. If the admin is demoted or suspended concurrently, the
 * action either completes first or is refused. Roles are always locked before accounts. Throws AppError:
 * access_denied, member_not_found.
 */
export async function lockMember(
  { clock }: AuthDeps,
  tx: Tx,
  actor: Member,
  id: string,
  { mayRemoveAdmin = false, reason = "" } = {},
) {
  if (!isUuid(id)) throw new AppError("member_not_found");
  // Serializes two admins who demote each other at the same time.
  if (mayRemoveAdmin)
    await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.lastAdministrator})`);
  await lockAdminRole(tx, actor, clock.now());
  if (mayRemoveAdmin) await tx.execute(sql`select from public.user_roles where user_id = ${id} for update`);
  const [user] = await tx.select().from(users).where(eq(users.id, id)).for("update");
  if (!user || user.deletedAt) throw new AppError("member_not_found");
  type Profile = { username: string; bio: string; isVerified: boolean; role: MemberRole };
  const { rows } = await tx.execute<Profile>(sql`
    select p.username, p.bio, p.is_verified as "isVerified", coalesce(r.role, 'user') as role
    from public.profiles p left join public.user_roles r on r.user_id = p.id where p.id = ${id}`);
  /** Missing until the account's first sign-in. */
  const profile = rows[0];
  const name = profile?.username ?? user.email ?? user.ssoEmail ?? user.phone ?? "unknown";
  /** Records the action in the audit log. */
  const record = (event: Omit<NewAuditEvent, "target">) =>
    recordAuditEvent(tx, actor, { reason, ...event, target: { kind: "member", id, name } });
  return { user, role: profile?.role ?? ("user" as const), profile, name, record };
}

/** Refuses to demote the only administrator. Throws AppError("last_administrator"). */
export const rejectRemovingLastAdmin = (auth: AuthDeps, tx: Tx, user: UserRow): Promise<void> =>
  requireAnotherAdministrator(auth, tx, user, "Make someone else an administrator first.");

/** Cleans and validates the reason for an admin action. Throws AppError("invalid_input") with the field. */
export const parseReason = (input: string, required?: string): string =>
  parseText(input, { field: "reason", max: REASON_MAX, required });

interface TextRules {
  readonly field: string;
  readonly max: number;
  /** The error for missing text. Without it, the text is optional. */
  readonly required: string | undefined;
}

export function parseText(input: string, { field, max, required }: TextRules): string {
  const text = blankToEmpty(trimText(removeInvisibleCharacters(removeUnreadableCharacters(input))));
  const length = countCharacters(text);
  if (length > max)
    throw new AppError("invalid_input", {
      fields: { [field]: `This can have at most ${max} characters. It has ${length}.` },
    });
  if (text === "" && required) throw new AppError("invalid_input", { fields: { [field]: required } });
  return text;
}
