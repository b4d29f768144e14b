import type { ComponentProps } from "react";
import { Field, type FieldFrame } from "./field.tsx";
import { Select } from "./select.tsx";

export function SelectField(props: ComponentProps<"select"> & FieldFrame) {
  const { label, hint, error, className, name, defaultValue, ...rest } = props;
  return <Field {...props}>{(controlProps) => <Select {...controlProps} {...rest} />}</Field>;
}
