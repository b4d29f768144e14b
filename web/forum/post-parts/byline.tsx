import { getProfilePath, isDeletedMember } from "#core/accounts/profile-path.ts";
import type { Author } from "#core/forum/types.ts";
import { Avatar } from "#web/lists/avatar.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Link } from "#web/ui/link.tsx";

/** The author, linked to their profile. On a card, this link is layered above the one that covers the card. */
export function Byline({ author, size = "sm" }: { author: Author; size?: "sm" | "md" }) {
  const { username } = author;
  const name = isDeletedMember(username) ? (
    <span className="truncate text-muted italic">{username}</span>
  ) : (
    <Link to={getProfilePath(username)} className="byline">
      <Avatar name={username} src={author.avatarUrl} size={size} />
      <span>{username}</span>
    </Link>
  );
  if (!author.isVerified) return name;
  return (
    <span className="byline">
      {name}
      <span className="verified" title="Verified">
        <Icon name="badge-check" />
        <span className="sr-only">Verified</span>
      </span>
    </span>
  );
}
