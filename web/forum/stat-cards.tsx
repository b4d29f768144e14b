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
    <dl className="figures grid grid-cols-2 gap-3 md:grid-cols-4">
      {CARDS.map(({ label, key }) => (
        <div key={key} className="flex flex-col rounded-lg border border-line bg-surface px-4 py-3">
          <dt className="order-2 text-sm text-muted">{label}</dt>
          <dd className="text-xl font-bold">{figures[key].toLocaleString("en")}</dd>
        </div>
      ))}
    </dl>
  );
}
