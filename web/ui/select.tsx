import type { ComponentProps } from "react";
import { classNames } from "./class-names.ts";
import { Icon } from "./icon.tsx";
import type { Option } from "./options.ts";

export interface SelectProps extends Omit<ComponentProps<"select">, "children"> {
  readonly options: readonly Option<string | number>[];
}

export function Select({ className, options, ...rest }: SelectProps) {
  return (
    <div className={classNames("relative", className)}>
      <select className="input h-10 appearance-none pe-9" {...rest}>
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <Icon
        name="chevron-down"
        className="pointer-events-none absolute end-3 top-1/2 -translate-y-1/2 text-faint"
      />
    </div>
  );
}
