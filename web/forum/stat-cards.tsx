import type { CommunityFigures } from "#core/forum/types.ts";

const CARDS: readonly { label: string; key: keyof CommunityFigures }[] = [
  { label: "Total Posts", key: "totalPosts" },
  { label: "Members", key: "members" },
  { label: "Online Now", key: "onlineNow" },
  { label: "Today's Posts", key: "todaysPosts" },
];

/** The four live figures of the forum. */
export function StatCards({ figures }: { figures: CommunityFigures }) {
  return (
    <dl className="figures grid grid-cols-4 divide-x divide-line rounded-lg border border-line bg-surface sm:gap-3 sm:divide-x-0 sm:rounded-none sm:border-0 sm:bg-transparent">
      {CARDS.map(({ label, key }) => (
        <div
          key={key}
          className="flex min-w-0 flex-col px-2 py-2.5 sm:rounded-lg sm:border sm:border-line sm:bg-surface sm:px-4 sm:py-3"
        >
          <dt className="order-2 text-xs text-muted sm:text-sm">{label}</dt>
          <dd className="text-lg font-bold sm:text-xl">{figures[key].toLocaleString("en")}</dd>
        </div>
      ))}
    </dl>
  );
}
