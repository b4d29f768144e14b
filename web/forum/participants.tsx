import type { Participant } from "#core/forum/types.ts";
import { getDefaultAvatar } from "#web/ui/avatar.tsx";

interface ParticipantsProps {
  readonly members: readonly Participant[];
  readonly label: string;
}

export function Participants({ members, label }: ParticipantsProps) {
  return (
    <span className="participants">
      <span className="sr-only">{label}</span>
      {members.map(({ username, avatarUrl }) => (
        <img key={username} src={avatarUrl ?? getDefaultAvatar(username)} alt={username} loading="lazy" />
      ))}
    </span>
  );
}
