import type { ComponentProps } from "react";
import { Field, type FieldFrame } from "./field.tsx";
import { Select } from "./select.tsx";

export function SelectField({
  label,
  hint,
  error,
  className,
  ...rest
}: ComponentProps<"select"> & FieldFrame) {
  return (
    <Field label={label} hint={hint} error={error} className={className}>
      {(controlProps) => <Select {...controlProps} {...rest} />}
    </Field>
  );
}
