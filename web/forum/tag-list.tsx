import { Link } from "react-router";

interface TagListProps {
  readonly tags: readonly string[];
  /** The list that a tag's link leads to, up to the tag; the forum's when it is left out. */
  readonly list?: string;
}

export function TagList({ tags, list = "/forum?tag=" }: TagListProps) {
  if (tags.length === 0) return null;
  return (
    <ul aria-label="Tags" className="relative z-10 flex flex-wrap gap-1.5">
      {tags.map((tag) => (
        <li key={tag}>
          <Link
            to={`${list}${encodeURIComponent(tag)}`}
            className="block rounded-full border border-line px-2 py-0.5 text-xs text-muted transition-colors hover:border-accent hover:text-accent"
          >
            #{tag}
          </Link>
        </li>
      ))}
    </ul>
  );
}
