import { Link } from "react-router";
import { isDeletedMember, profilePath } from "#core/accounts/profile-path.ts";
import type { Author } from "#core/forum/types.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Icon } from "#web/ui/icon.tsx";

/** Who wrote it: picture, name, Verified; a link to the member's page, above what covers a card. Who has left is a name. */
export function Byline({ author, size = "sm" }: { author: Author; size?: "sm" | "md" }) {
  const { username } = author;
  return (
    <span className="relative z-10 inline-flex min-w-0 items-center gap-2">
      {isDeletedMember(username) ? (
        <span className="truncate text-muted italic">{username}</span>
      ) : (
        <Link
          to={profilePath(username)}
          className="group/by inline-flex min-w-0 items-center gap-2 rounded-sm"
        >
          <Avatar name={username} src={author.avatarUrl} size={size} />
          <span className="truncate font-semibold text-text group-hover/by:underline">{username}</span>
        </Link>
      )}
      {author.isVerified ? (
        <span className="inline-flex shrink-0 items-center gap-1 text-accent" title="Verified">
          <Icon name="badge-check" size={15} />
          <span className="sr-only">Verified</span>
        </span>
      ) : null}
    </span>
  );
}
