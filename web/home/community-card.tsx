import type { CommunityFigures } from "#core/forum/types.ts";

export function CommunityCard({ figures }: { figures: CommunityFigures }) {
  const { onlineNow, members, todaysPosts } = figures;
  return (
    <section aria-labelledby="community" className="side-card">
      <h2 id="community">Community</h2>
      <p>
        <span className="online-dot" />
        <b>{onlineNow.toLocaleString("en")}</b> online now
      </p>
      <p>
        <b>{members.toLocaleString("en")}</b> {members === 1 ? "member" : "members"}, <b>{todaysPosts}</b>{" "}
        {todaysPosts === 1 ? "post" : "posts"} today
      </p>
    </section>
  );
}
