import type { ComponentProps } from "react";
import { Field, type FieldFrame } from "./field.tsx";
import { Select } from "./select.tsx";

/** The platform's own select, labelled, with its hint or error tied to it. */
export function SelectField({
  label,
  hint,
  error,
  className,
  ...rest
}: ComponentProps<"select"> & FieldFrame) {
  return (
    <Field label={label} hint={hint} error={error} className={className}>
      {(tie) => <Select {...tie} {...rest} />}
    </Field>
  );
}
