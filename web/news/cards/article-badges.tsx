import { NEWS_CATEGORY_LABELS, type NewsCategory } from "#core/news/categories.ts";
import { Icon } from "#web/ui/icon.tsx";

export function NewsCategoryBadge({ category }: { category: NewsCategory }) {
  return <span className={`category-${category}`}>{NEWS_CATEGORY_LABELS[category]}</span>;
}

export function FlashBadge() {
  return (
    <span className="badge badge-flash">
      <Icon name="zap" />
      Flash
    </span>
  );
}
