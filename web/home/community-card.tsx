import type { CommunityFigures } from "#core/forum/types.ts";

/** The number of members, of those online, and of today's posts. */
export function CommunityCard({ figures }: { figures: CommunityFigures }) {
  const { onlineNow, members, todaysPosts } = figures;
  return (
    <section aria-labelledby="community" className="side-card">
      <h2 id="community">Community</h2>
      {onlineNow > 0 ? (
        <p>
          <span className="online-dot" />
          <b>{onlineNow.toLocaleString("en")}</b> online now
        </p>
      ) : null}
      <p>
        <b>{members.toLocaleString("en")}</b> {members === 1 ? "member" : "members"}, <b>{todaysPosts}</b>{" "}
        {todaysPosts === 1 ? "post" : "posts"} today
      </p>
    </section>
  );
}
