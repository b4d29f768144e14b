import { Field, type FieldFrame } from "./field.tsx";
import { Select, type SelectProps } from "./select.tsx";

export function SelectField(props: SelectProps & FieldFrame) {
  const { label, hint, error, className, name, defaultValue, ...rest } = props;
  return <Field {...props}>{(controlProps) => <Select {...controlProps} {...rest} />}</Field>;
}
