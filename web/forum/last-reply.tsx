import type { LastReply as Reply } from "#core/forum/types.ts";
import { Age } from "./age.tsx";

/** Who replied last, and when. */
export function LastReply({ reply: { username, at } }: { reply: Reply }) {
  return (
    <span className="last-reply">
      <span className="sr-only">Last reply by </span>
      <b>{username}</b> <Age time={at} form="list" hasTooltip={false} />
    </span>
  );
}
