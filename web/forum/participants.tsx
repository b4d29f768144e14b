import type { Participant } from "#core/forum/types.ts";
import { getDefaultAvatar } from "#web/ui/avatar.tsx";

export function Participants({ members, label }: { members: readonly Participant[]; label: string }) {
  return (
    <span className="participants">
      <span className="sr-only">{label}</span>
      {members.map(({ username, avatarUrl }) => (
        <img key={username} src={avatarUrl ?? getDefaultAvatar(username)} alt={username} loading="lazy" />
      ))}
    </span>
  );
}
