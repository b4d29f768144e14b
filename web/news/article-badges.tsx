import { NEWS_CATEGORY_LABELS, type NewsCategory } from "#core/news/categories.ts";
import { Icon } from "#web/ui/icon.tsx";

export function NewsCategoryBadge({ category }: { category: NewsCategory }) {
  return (
    <span
      className="inline-flex items-center gap-1.5 font-semibold"
      style={{ color: `var(--category-${category})` }}
    >
      <span aria-hidden className="size-1.5 rounded-full bg-current" />
      {NEWS_CATEGORY_LABELS[category]}
    </span>
  );
}

export function FlashBadge() {
  return (
    <span className="inline-flex items-center gap-1 rounded-full bg-up-soft px-2 py-0.5 text-xs font-semibold text-up">
      <Icon name="zap" size={12} />
      Flash
    </span>
  );
}
