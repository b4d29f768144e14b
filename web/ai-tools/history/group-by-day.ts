import type { ConversationCard } from "#core/ai/history/types.ts";
import { formatDay } from "#web/ui/day-time.tsx";

const DAY_MS = 86_400_000;
const toDay = (time: Date) => time.toISOString().slice(0, 10);

/** Groups conversations by the day of their last answer ("Today", "Yesterday" or "Nov 21, 2026"), in UTC. */
export function groupByDay(items: readonly ConversationCard[], now: Date) {
  const names = new Map([
    [toDay(now), "Today"],
    [toDay(new Date(now.getTime() - DAY_MS)), "Yesterday"],
  ]);
  const groups = Map.groupBy(items, ({ updatedAt }) => {
    const date = updatedAt.slice(0, 10);
    return names.get(date) ?? formatDay(date);
  });
  return [...groups].map(([day, items]) => ({ day, items }));
}
