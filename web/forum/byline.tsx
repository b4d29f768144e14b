import type { Author } from "#core/forum/types.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Icon } from "#web/ui/icon.tsx";

/** Who wrote it: picture, name, Verified. */
export function Byline({ author, size = "sm" }: { author: Author; size?: "sm" | "md" }) {
  return (
    <span className="inline-flex min-w-0 items-center gap-2">
      <Avatar name={author.username} src={author.avatarUrl} size={size} />
      <span className="truncate font-semibold text-text">{author.username}</span>
      {author.isVerified ? (
        <span className="inline-flex shrink-0 items-center gap-1 text-accent" title="Verified">
          <Icon name="badge-check" size={15} />
          <span className="sr-only">Verified</span>
        </span>
      ) : null}
    </span>
  );
}
