import { Link } from "react-router";

export function TagList({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return null;
  return (
    <ul aria-label="Tags" className="relative z-10 flex flex-wrap gap-1.5">
      {tags.map((tag) => (
        <li key={tag}>
          <Link
            to={`/forum?tag=${encodeURIComponent(tag)}`}
            className="block rounded-full border border-line px-2 py-0.5 text-xs text-muted transition-colors hover:border-accent hover:text-accent"
          >
            #{tag}
          </Link>
        </li>
      ))}
    </ul>
  );
}
