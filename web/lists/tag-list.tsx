import { Link } from "../ui/link.tsx";

interface TagListProps {
  readonly tags: readonly string[];
  /** What each link's URL starts with; by default, the URL of the forum's list. */
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
