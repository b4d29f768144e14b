import type { ComponentProps } from "react";
import { Field, type FieldFrame, useTypedText } from "./field.tsx";
import { Select } from "./select.tsx";

/** A labeled native select with a hint or error. */
export function SelectField({
  label,
  hint,
  error,
  className,
  name,
  defaultValue,
  ...rest
}: ComponentProps<"select"> & FieldFrame) {
  const typed = useTypedText(name);
  return (
    <Field label={label} hint={hint} error={error} className={className} name={name}>
      {(controlProps) => <Select {...controlProps} defaultValue={typed ?? defaultValue} {...rest} />}
    </Field>
  );
}
