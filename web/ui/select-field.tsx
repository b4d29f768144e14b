import { type ComponentProps, type ReactNode, useId } from "react";
import { classNames } from "./class-names.ts";
import { FieldNote, INPUT_CLASSES } from "./field.tsx";
import { Icon } from "./icon.tsx";

interface SelectFieldProps extends ComponentProps<"select"> {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
}

/** The platform's own select, labelled, with its hint or error tied to it. */
export function SelectField({ label, hint, error, className, children, ...rest }: SelectFieldProps) {
  const id = useId();
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
        {label}
      </label>
      <div className="relative">
        <select
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={error || hint ? `${id}-note` : undefined}
          className={classNames(INPUT_CLASSES, "h-10 appearance-none pe-9")}
          {...rest}
        >
          {children}
        </select>
        <Icon
          name="chevron-down"
          size={16}
          className="pointer-events-none absolute end-3 top-1/2 -translate-y-1/2 text-faint"
        />
      </div>
      <FieldNote id={`${id}-note`} hint={hint} error={error} />
    </div>
  );
}
