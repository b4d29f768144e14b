import type { ConversationCard } from "#core/ai/history/types.ts";
import { formatDay } from "#web/ui/format-day.ts";

const DAY_MS = 86_400_000;
const toDay = (time: Date) => time.toISOString().slice(0, 10);

export interface DayGroup {
  readonly day: string;
  readonly items: readonly ConversationCard[];
}

/** Groups a list by day in UTC, like all dates of answers. */
export function groupByDay(items: readonly ConversationCard[], now: Date): readonly DayGroup[] {
  const names = new Map([
    [toDay(now), "Today"],
    [toDay(new Date(now.getTime() - DAY_MS)), "Yesterday"],
  ]);
  const groups = new Map<string, ConversationCard[]>();
  for (const item of items) {
    const date = item.updatedAt.slice(0, 10);
    const day = names.get(date) ?? formatDay(date);
    groups.set(day, [...(groups.get(day) ?? []), item]);
  }
  return [...groups].map(([day, items]) => ({ day, items }));
}
