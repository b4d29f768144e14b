import type { LastReply as Reply } from "#core/forum/types.ts";
import { RelativeTime } from "#web/page/relative-time.tsx";

export function LastReply({ reply: { username, at } }: { reply: Reply }) {
  return (
    <span className="last-reply">
      <span className="sr-only">Last reply by </span>
      <b>{username}</b> <RelativeTime time={at} format="list" hasTooltip={false} />
    </span>
  );
}
