import type { CommunityFigures } from "#core/forum/types.ts";
import { FigureRow } from "#web/ui/figure-row.tsx";

export function StatCards({ figures }: { figures: CommunityFigures }) {
  return (
    <FigureRow
      figures={[
        { label: "Total Posts", value: figures.totalPosts },
        { label: "Members", value: figures.members },
        { label: "Online Now", value: figures.onlineNow },
        { label: "Today's Posts", value: figures.todaysPosts },
      ]}
    />
  );
}
