import { type ComponentProps, type ReactNode, useId } from "react";
import { FieldNote } from "./field-note.tsx";

export interface FieldFrame {
  readonly label: string;
  /** Shown below the control; an error replaces it. */
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
}

interface FieldProps extends FieldFrame {
  readonly className?: string | undefined;
  readonly labelEnd?: ReactNode;
  /** Renders the control with the attributes that link it to its label and note. */
  readonly children: (controlProps: {
    readonly id: string;
    readonly "aria-invalid": true | undefined;
    readonly "aria-describedby": string | undefined;
  }) => ReactNode;
}

export function Field({ label, hint, error, className, labelEnd, children }: FieldProps) {
  const id = useId();
  return (
    <div className={className}>
      <div className="mb-1.5 flex items-baseline justify-between gap-4">
        <label htmlFor={id} className="text-sm font-semibold">
          {label}
        </label>
        {labelEnd}
      </div>
      {children({
        id,
        "aria-invalid": error ? true : undefined,
        "aria-describedby": error || hint ? `${id}-note` : undefined,
      })}
      <FieldNote id={`${id}-note`} hint={hint} error={error} />
    </div>
  );
}

export function TextField({
  label,
  hint,
  error,
  className,
  ...rest
}: ComponentProps<"input"> & FieldFrame & { "data-autofocus"?: boolean | undefined }) {
  return (
    <Field label={label} hint={hint} error={error} className={className}>
      {(controlProps) => <input {...controlProps} className="input h-10" {...rest} />}
    </Field>
  );
}
