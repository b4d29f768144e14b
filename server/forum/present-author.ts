import { DELETED_MEMBER, isDeletedMember } from "#core/accounts/profile-path.ts";
import type { Author } from "#core/forum/types.ts";
import { dependOn } from "#server/platform/request-scope.ts";

/** All null when the author's account was deleted. */
export type AuthorColumns = {
  username: string | null;
  avatar_url: string | null;
  is_verified: boolean | null;
};

/** A member whose account is being deleted is already shown as deleted. */
export function presentAuthor({ username, avatar_url, is_verified }: AuthorColumns): Author {
  if (username !== null) dependOn(`username:${username}`);
  if (username === null || isDeletedMember(username))
    return { username: DELETED_MEMBER, avatarUrl: null, isVerified: false };
  return { username, avatarUrl: avatar_url, isVerified: is_verified === true };
}
