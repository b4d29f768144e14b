import { NEWS_CATEGORY_LABELS } from "#core/news/categories.ts";
import { toOptions } from "#web/ui/options.ts";
import { SelectField } from "#web/ui/select-field.tsx";

export function NewsCategoryField({ defaultValue }: { defaultValue: string }) {
  return (
    <SelectField
      label="Category"
      name="category"
      defaultValue={defaultValue}
      options={toOptions(NEWS_CATEGORY_LABELS)}
    />
  );
}
