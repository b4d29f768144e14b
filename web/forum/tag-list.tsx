import { Link } from "#web/ui/link.tsx";

interface TagListProps {
  readonly tags: readonly string[];
  /** The list that a tag's link leads to, up to the tag; the forum's when it is left out. */
  readonly list?: string;
}

export function TagList({ tags, list = "/forum?tag=" }: TagListProps) {
  if (tags.length === 0) return null;
  return (
    <ul aria-label="Tags" className="tags">
      {tags.map((tag) => (
        <li key={tag}>
          <Link to={`${list}${encodeURIComponent(tag)}`}>{`#${tag}`}</Link>
        </li>
      ))}
    </ul>
  );
}
