import { eq } from "drizzle-orm";
import type { OAuthScope } from "#core/accounts/oauth.ts";
import { getProfilePath } from "#core/accounts/profile-path.ts";
import type { Db, Tx } from "#server/database/index.ts";
import { profiles } from "#server/profiles/index.ts";
import type { AuthDeps } from "../deps.ts";
import type { UserRow } from "../tables.ts";

/**
 * Returns what an app with these scopes may know about a member, under OpenID Connect's names. Because apps link
 * accounts by address, confirmed addresses don't count as verified while auto-confirm is on. Once it is turned off, all
 * of them do, because how an address was confirmed isn't stored. An email address from single sign-on always does.
 */
export async function readUserClaims(
  { config }: AuthDeps,
  db: Db | Tx,
  user: UserRow,
  scopes: readonly OAuthScope[],
) {
  const email = user.email ?? user.ssoEmail;
  return {
    sub: user.id,
    ...(scopes.includes("profile") ? await readProfileClaims(config.publicUrl, db, user) : {}),
    ...(scopes.includes("email") && email !== null
      ? {
          email,
          email_verified: user.email === null || (user.emailConfirmedAt !== null && !config.auth.autoconfirm),
        }
      : {}),
    ...(scopes.includes("phone") && user.phone !== null
      ? {
          phone_number: `+${user.phone}`,
          phone_number_verified: user.phoneConfirmedAt !== null && !config.auth.smsAutoconfirm,
        }
      : {}),
  };
}

async function readProfileClaims(publicUrl: string, db: Db | Tx, { id, updatedAt }: UserRow) {
  const [profile] = await db
    .select({ username: profiles.username, avatarUrl: profiles.avatarUrl })
    .from(profiles)
    .where(eq(profiles.id, id));
  if (!profile) return {};
  const { username, avatarUrl } = profile;
  return {
    name: username,
    preferred_username: username,
    profile: publicUrl + getProfilePath(username),
    picture: new URL(avatarUrl ?? `/avatars/${encodeURIComponent(username)}.svg`, publicUrl).href,
    updated_at: Math.floor(updatedAt.getTime() / 1000),
  };
}
