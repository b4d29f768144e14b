import type { PostLink } from "#core/forum/types.ts";
import { RelativeTime } from "#web/lists/relative-time.tsx";
import { Link } from "#web/ui/link.tsx";

export function SidePosts({ title, to, posts }: { title: string; to: string; posts: readonly PostLink[] }) {
  return (
    <section aria-label={title} className="side-card">
      <h2>
        <Link to={to}>{title}</Link>
      </h2>
      <ul className="side-posts">
        {posts.map(({ id, title: postTitle, createdAt }) => (
          <li key={id} dir="auto">
            <Link to={`/forum/${id}`}>{postTitle}</Link>{" "}
            <RelativeTime time={createdAt} format="list" hasTooltip={false} />
          </li>
        ))}
      </ul>
    </section>
  );
}
