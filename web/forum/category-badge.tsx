import { CATEGORY_LABELS, type PostCategory } from "#core/forum/categories.ts";

export function CategoryBadge({ category }: { category: PostCategory }) {
  return (
    <span
      className="inline-flex items-center gap-1.5 font-semibold"
      style={{ color: `var(--category-${category})` }}
    >
      <span aria-hidden className="size-1.5 rounded-full bg-current" />
      {CATEGORY_LABELS[category]}
    </span>
  );
}
