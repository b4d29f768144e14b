import { type SQL, sql } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { requireAdmin } from "#core/admin/rules.ts";
import { AppError } from "#core/errors.ts";
import { INVITATIONS_PER_PAGE, JOINED_SHOWN_MAX } from "#core/invitations/limits.ts";
import type { InvitationListQuery } from "#core/invitations/list-query.ts";
import { getInvitationState, type StoredInvitation } from "#core/invitations/rules.ts";
import type { Invitation, InvitationList, OwnInvitations } from "#core/invitations/types.ts";
import { isUuid } from "#server/platform/uuid.ts";
import type { InvitationDeps } from "./deps.ts";
import { canInvite, readInviters } from "./inviters.ts";
import { readPermission } from "./require-inviter.ts";

type Row = StoredInvitation &
  Pick<Invitation, "id" | "label" | "email" | "joined"> & {
    inviterId: string | null;
    createdAt: string;
  };

/** Lists all invitations, newest first. Throws AppError: not_signed_in, access_denied. */
export async function listInvitations(
  deps: InvitationDeps,
  viewer: Viewer,
  query: InvitationListQuery,
): Promise<InvitationList> {
  requireAdmin(viewer);
  return readList(deps, sql`true`, query);
}

/**
 * Lists the viewer's invitations, newest first, and says whether the viewer may create more. Throws
 * AppError("not_signed_in").
 */
export async function listOwnInvitations(
  deps: InvitationDeps,
  viewer: Viewer,
  query: InvitationListQuery,
): Promise<OwnInvitations> {
  if (!viewer) throw new AppError("not_signed_in");
  const [list, permission] = await Promise.all([
    readList(deps, sql`inviter_id = ${viewer.id}`, query),
    readPermission(deps, deps.database.db, viewer),
  ]);
  return { ...list, ...permission };
}

async function readList(deps: InvitationDeps, scope: SQL, { show, cursor }: InvitationListQuery) {
  const { db } = deps.database;
  const now = deps.clock.now();
  const isActive = sql`revoked_at is null and use_count < max_uses and expires_at > ${now.toISOString()}::timestamptz`;
  const conditions = [
    scope,
    ...(show === "all" ? [] : [show === "active" ? isActive : sql`not (${isActive})`]),
    ...(isUuid(cursor ?? undefined)
      ? [sql`(created_at, id) < (select created_at, id from public.invitations where id = ${cursor})`]
      : []),
  ];
  const { rows } = await db.execute<Row>(sql`
    with listed as (
      select * from public.invitations where ${sql.join(conditions, sql` and `)}
      order by created_at desc, id desc limit ${INVITATIONS_PER_PAGE + 1})
    select i.id, i.label, i.email, i.inviter_id as "inviterId", i.max_uses as "maxUses", i.use_count as "useCount",
      i.created_at as "createdAt", i.expires_at as "expiresAt", i.revoked_at as "revokedAt",
      coalesce((select json_agg(json_build_object('username', case when u.deleted_at is null then p.username end,
          'joinedAt', j.joined_at) order by j.joined_at desc, j.id desc)
        from (select * from public.invitation_joins where invitation_id = i.id
          order by joined_at desc, id desc limit ${JOINED_SHOWN_MAX}) j
        left join public.profiles p on p.id = j.member_id left join auth.users u on u.id = p.id), '[]') as joined
    from listed i order by i.created_at desc, i.id desc`);
  const page = rows.slice(0, INVITATIONS_PER_PAGE);
  const ids = page.flatMap(({ inviterId }) => inviterId ?? []);
  const inviters = await readInviters(deps, db, ids);
  const invitations = page.map(async ({ inviterId, revokedAt, ...row }): Promise<Invitation> => {
    const inviter = inviters.get(inviterId ?? "");
    return {
      ...row,
      inviter: inviter?.username ?? null,
      state: getInvitationState({ ...row, revokedAt }, { canInvite: await canInvite(deps, inviter), now }),
      createdAt: new Date(row.createdAt).toISOString(),
      expiresAt: new Date(row.expiresAt).toISOString(),
      joined: row.joined.map((joined) => ({ ...joined, joinedAt: new Date(joined.joinedAt).toISOString() })),
    };
  });
  return {
    invitations: await Promise.all(invitations),
    nextCursor: rows.length > INVITATIONS_PER_PAGE ? (page.at(-1)?.id ?? null) : null,
  };
}
