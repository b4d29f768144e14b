import type { Member } from "#core/accounts/member.ts";
import { decodeSessionCookies } from "#core/accounts/session-cookie.ts";
import { UNREAD_MAX } from "#core/notifications/kinds.ts";
import type { AuthDeps } from "../deps.ts";
import { WELCOME_DISMISSED } from "../user/metadata.ts";
import { getSessionCutoffs } from "./session-limits.ts";

export type Identity =
  /** `pendingUserId` is set if the user has signed in but still has to pass two-factor authentication. */
  | { readonly state: "visitor"; readonly pendingUserId?: string }
  | { readonly state: "expired" }
  /** `unread` counts unread notifications, up to the bell's maximum. If `isNew`, the welcome is shown. */
  | { readonly state: "member"; readonly member: Member; readonly unread: number; readonly isNew: boolean };

const VISITOR: Identity = { state: "visitor" };

/** The minimum time between updates of "last seen". */
const SEEN_INTERVAL = "1 minute";
/** How long new members see the welcome. */
const WELCOME_PERIOD = "14 days";

/**
 * Finds the session's account, profile and role, and updates "last seen". Skips the update if a refresh has locked the
 * row; the next request then updates it.
 */
const IDENTIFY_QUERY = {
  name: "identify",
  text: `
    with identified as (
      select u.id, coalesce(u.email, u.sso_email) as email, p.username, p.avatar_url as "avatarUrl",
        p.is_verified as "isVerified", coalesce(r.role, 'user') as role,
        (select count(*)::int from (
          select from public.notifications n where n.member_id = u.id and n.read_at is null limit ${UNREAD_MAX}
        ) counted) as unread,
        (p.join_date > $3::timestamptz - interval '${WELCOME_PERIOD}' and r.role is distinct from 'admin'
          and not u.is_anonymous and not u.raw_user_meta_data ? '${WELCOME_DISMISSED}') as "isNew",
        (s.aal = 'aal2' or not exists (
          select from auth.mfa_factors f
          where f.user_id = u.id and f.status = 'verified' and f.factor_type <> 'recovery_code')) as "isFactorVerified"
      from auth.sessions s
      join auth.users u on u.id = s.user_id
      join public.profiles p on p.id = u.id
      left join public.user_roles r on r.user_id = u.id
      where s.id = $1 and s.user_id = $2 and u.deleted_at is null
        and ($4::timestamptz is null or s.created_at > $4)
        and ($5::timestamptz is null or greatest(s.created_at, s.refreshed_at, s.last_seen_at) > $5)
        and (u.banned_until is null or u.banned_until <= $3)
    ), seen as (
      update auth.sessions set last_seen_at = $3
      where id in (
        select id from auth.sessions
        where id = $1 and last_seen_at < $3::timestamptz - interval '${SEEN_INTERVAL}' and exists (select from identified where "isFactorVerified")
        for no key update skip locked)
    )
    select * from identified`,
};

type MemberRow = Omit<Member, "sessionId"> & { unread: number; isNew: boolean; isFactorVerified: boolean };

/**
 * Identifies the user of a Cookie header. Takes one query for a valid token and none otherwise. "expired" means that
 * the browser can refresh its access token; this function never does.
 */
export async function identify(auth: AuthDeps, cookieHeader: string | null): Promise<Identity> {
  const tokens = readTokens(cookieHeader);
  if (!tokens) return VISITOR;
  const verifiedToken = await auth.tokens.verify(tokens.accessToken).catch(() => undefined);
  if (!verifiedToken) return VISITOR;
  if (verifiedToken.expired) return tokens.refreshToken ? { state: "expired" } : VISITOR;
  const { sub, session_id: sessionId } = verifiedToken.claims;
  if (!sub || !sessionId) return VISITOR;

  const { rows } = await auth.database.pool.query<MemberRow>({
    ...IDENTIFY_QUERY,
    values: [sessionId, sub, auth.clock.now(), ...getSessionCutoffs(auth)],
  });
  const [row] = rows;
  if (!row) return VISITOR;
  const { unread, isNew, isFactorVerified, ...member } = row;
  if (!isFactorVerified) return { state: "visitor", pendingUserId: row.id };
  return { state: "member", member: { ...member, sessionId }, unread, isNew };
}

function readTokens(cookieHeader: string | null) {
  const text = cookieHeader === null ? null : decodeSessionCookies(cookieHeader);
  if (text === null) return undefined;
  try {
    const storedSession: unknown = JSON.parse(text);
    if (storedSession === null || typeof storedSession !== "object") return undefined;
    const { access_token: accessToken, refresh_token: refreshToken } = storedSession as Record<
      string,
      unknown
    >;
    if (typeof accessToken !== "string") return undefined;
    return { accessToken, refreshToken: typeof refreshToken === "string" ? refreshToken : "" };
  } catch {
    return undefined;
  }
}
