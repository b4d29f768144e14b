import { type ComponentProps, type ReactNode, useId } from "react";
import { classNames } from "./class-names.ts";
import { INPUT_CLASSES } from "./input-classes.ts";

export { INPUT_CLASSES };

interface FieldFrame {
  readonly label: string;
  /** A sentence under the control; an error takes its place. */
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
}

/** A labelled input with its hint or error tied to it. */
export function TextField({
  label,
  hint,
  error,
  className,
  ...rest
}: ComponentProps<"input"> & FieldFrame & { "data-autofocus"?: boolean | undefined }) {
  const id = useId();
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
        {label}
      </label>
      <input
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={error || hint ? `${id}-note` : undefined}
        className={classNames(INPUT_CLASSES, "h-10")}
        {...rest}
      />
      <FieldNote id={`${id}-note`} hint={hint} error={error} />
    </div>
  );
}

export function FieldNote({ id, hint, error }: { id: string; hint?: ReactNode; error?: string | undefined }) {
  if (!error && !hint) return null;
  return (
    <p id={id} className={classNames("mt-1.5 text-sm", error ? "text-danger" : "text-faint")}>
      {error ?? hint}
    </p>
  );
}
