import { NEWS_CATEGORIES, NEWS_CATEGORY_LABELS } from "#core/news/categories.ts";
import { SelectField } from "#web/ui/select-field.tsx";

interface NewsCategoryFieldProps {
  readonly defaultValue: string;
  readonly error: string | undefined;
}

export function NewsCategoryField(props: NewsCategoryFieldProps) {
  return (
    <SelectField label="Category" name="category" {...props}>
      {NEWS_CATEGORIES.map((category) => (
        <option key={category} value={category}>
          {NEWS_CATEGORY_LABELS[category]}
        </option>
      ))}
    </SelectField>
  );
}
