import type { ComponentProps } from "react";
import { classNames } from "./class-names.ts";
import { Icon } from "./icon.tsx";

export function Select({ className, children, ...rest }: ComponentProps<"select">) {
  return (
    <div className={classNames("relative", className)}>
      <select className="input h-10 appearance-none pe-9" {...rest}>
        {children}
      </select>
      <Icon
        name="chevron-down"
        className="pointer-events-none absolute end-3 top-1/2 -translate-y-1/2 text-faint"
      />
    </div>
  );
}
