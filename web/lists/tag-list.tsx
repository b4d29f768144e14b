import { Link } from "../ui/link.tsx";

interface TagListProps {
  readonly tags: readonly string[];
  /** The start of a tag's link; the forum's list by default. */
  readonly linkPrefix?: string;
}

export function TagList({ tags, linkPrefix = "/forum?tag=" }: TagListProps) {
  if (tags.length === 0) return null;
  return (
    <ul aria-label="Tags" className="tags">
      {tags.map((tag) => (
        <li key={tag}>
          <Link to={`${linkPrefix}${encodeURIComponent(tag)}`}>{`#${tag}`}</Link>
        </li>
      ))}
    </ul>
  );
}
