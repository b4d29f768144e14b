import { NEWS_CATEGORIES, NEWS_CATEGORY_LABELS } from "#core/news/categories.ts";
import { SelectField } from "#web/ui/select-field.tsx";

export function NewsCategoryField({ defaultValue }: { defaultValue: string }) {
  return (
    <SelectField label="Category" name="category" defaultValue={defaultValue}>
      {NEWS_CATEGORIES.map((category) => (
        <option key={category} value={category}>
          {NEWS_CATEGORY_LABELS[category]}
        </option>
      ))}
    </SelectField>
  );
}
