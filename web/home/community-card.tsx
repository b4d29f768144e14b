import { formatInteger } from "#core/format-count.ts";
import type { CommunityFigures } from "#core/forum/types.ts";

export function CommunityCard({ figures }: { figures: CommunityFigures }) {
  const { onlineNow, members, todaysPosts } = figures;
  return (
    <section aria-labelledby="community" className="side-card">
      <h2 id="community">Community</h2>
      <p>
        <span className="online-dot" />
        <b>{formatInteger(onlineNow)}</b> online now
      </p>
      <p>
        <b>{formatInteger(members)}</b> {members === 1 ? "member" : "members"},{" "}
        <b>{formatInteger(todaysPosts)}</b> {todaysPosts === 1 ? "post" : "posts"} today
      </p>
    </section>
  );
}
