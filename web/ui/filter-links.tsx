import { classNames } from "./class-names.ts";
import { FilterLink } from "./filter-link.tsx";
import type { Option } from "./options.ts";
import { showInStrip } from "./show-in-strip.ts";

interface FilterLinksProps<Value> {
  readonly label: string;
  readonly options: readonly Option<Value>[];
  readonly selected: Value;
  readonly buildHref: (value: Value) => string;
}

/** Links to the views of a list, so that each view can be shared and works without JavaScript. */
export function FilterTabs<Value>({
  label,
  options,
  selected,
  buildHref,
  className = "flex w-fit flex-wrap gap-1 rounded-md border border-line bg-surface p-1",
}: FilterLinksProps<Value> & { readonly className?: string }) {
  return (
    <nav aria-label={label} className={className}>
      {options.map((option) => (
        <FilterLink
          key={option.label}
          variant="tab"
          to={buildHref(option.value)}
          active={option.value === selected}
        >
          {option.label}
        </FilterLink>
      ))}
    </nav>
  );
}

/** Like `FilterTabs`, but for more options. With `isStrip`, small screens show the links in one line that scrolls. */
export function FilterChips<Value>({
  label,
  options,
  selected,
  buildHref,
  isStrip = false,
}: FilterLinksProps<Value> & { readonly isStrip?: boolean }) {
  return (
    <nav
      aria-label={label}
      className={isStrip ? "-mx-(--gutter) overflow-x-auto px-(--gutter) md:mx-0 md:px-0" : undefined}
    >
      <ul className={classNames("flex gap-2", isStrip ? "md:flex-wrap" : "flex-wrap")}>
        {options.map((option) => (
          <li key={option.label} ref={isStrip && option.value === selected ? showInStrip : undefined}>
            <FilterLink variant="chip" to={buildHref(option.value)} active={option.value === selected}>
              {option.label}
            </FilterLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
