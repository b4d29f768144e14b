import { CATEGORY_LABELS, type PostCategory } from "#core/forum/categories.ts";

export function CategoryBadge({ category }: { category: PostCategory }) {
  return <span className={`category-${category}`}>{CATEGORY_LABELS[category]}</span>;
}
