import type { HeroStat } from "#core/hero-claims.ts";
import type { CommunityFigures } from "./types.ts";

export function describeFigures({
  members,
  totalPosts,
  todaysPosts,
  onlineNow,
}: CommunityFigures): HeroStat[] {
  return [
    { count: members, label: members === 1 ? "member" : "members" },
    { count: totalPosts, label: totalPosts === 1 ? "post" : "posts" },
    { count: todaysPosts, label: todaysPosts === 1 ? "post today" : "posts today" },
    { count: onlineNow, label: "online now" },
  ].map(({ count, label }) => ({ figure: count.toLocaleString("en"), label }));
}
