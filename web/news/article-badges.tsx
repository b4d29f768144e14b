import { NEWS_CATEGORY_LABELS, type NewsCategory } from "#core/news/categories.ts";
import { Icon } from "#web/ui/icon.tsx";

export function NewsCategoryBadge({ category }: { category: NewsCategory }) {
  return <span className={`category category-${category}`}>{NEWS_CATEGORY_LABELS[category]}</span>;
}

export function FlashBadge() {
  return (
    <span className="badge bg-up-soft text-up">
      <Icon name="zap" size={12} />
      Flash
    </span>
  );
}
