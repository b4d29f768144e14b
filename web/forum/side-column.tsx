import { formatInteger } from "#core/format-count.ts";
import { CATEGORY_LABELS, POST_CATEGORIES } from "#core/forum/categories.ts";
import { FORUM_CHIPS } from "#core/forum/category-chips.ts";
import type { ForumOverview } from "#core/forum/types.ts";
import { Link } from "#web/ui/link.tsx";
import { PopularTags } from "./popular-tags.tsx";
import { Byline } from "./post-parts/byline.tsx";
import { SidePosts } from "./post-parts/side-posts.tsx";

interface SideColumnProps {
  readonly overview: ForumOverview;
  readonly popularTags: readonly string[];
}

export function SideColumn({ overview, popularTags }: SideColumnProps) {
  const { postCounts, topMembers, unanswered } = overview;
  return (
    <aside aria-label="Explore the forum" className="side-column">
      <section aria-labelledby="topics" className="side-card">
        <h2 id="topics">Browse by topic</h2>
        <ul>
          {listTopics(postCounts).map(({ value, label, postCount }) => (
            <li key={value}>
              <Link to={`/forum?category=${value}`} className={`category-${value}`}>
                {label}
              </Link>
              <b>{formatInteger(postCount)}</b>
            </li>
          ))}
        </ul>
        <p className="mt-2 text-xs">Some posts are counted in more than one topic.</p>
      </section>
      {unanswered.length > 0 ? (
        <SidePosts title="Unanswered posts" to="/forum?filter=unanswered" posts={unanswered} />
      ) : null}
      {topMembers.length > 0 ? (
        <section aria-labelledby="top-members" className="side-card">
          <h2 id="top-members">Top members this week</h2>
          <ol>
            {topMembers.map(({ upvotes, ...member }) => (
              <li key={member.username}>
                <Byline author={member} />
                <span className="whitespace-nowrap">
                  <b>{formatInteger(upvotes)}</b> {upvotes === 1 ? "upvote" : "upvotes"}
                </span>
              </li>
            ))}
          </ol>
        </section>
      ) : null}
      {popularTags.length > 0 ? <PopularTags tags={popularTags} /> : null}
    </aside>
  );
}

/** Lists all categories. Some of the forum's chips show several of them, so some posts count under two topics. */
function listTopics(postCounts: ForumOverview["postCounts"]) {
  return POST_CATEGORIES.map((value) => {
    const chip = FORUM_CHIPS.find((candidate) => candidate.value === value);
    const includedCategories = chip?.includes ?? [value];
    return {
      value,
      label: chip?.label ?? CATEGORY_LABELS[value],
      postCount: includedCategories.reduce((sum, category) => sum + (postCounts[category] ?? 0), 0),
    };
  });
}
