import type { ComponentProps, ReactNode } from "react";
import { Field, type FieldFrame } from "./field.tsx";

export interface TextAreaFieldProps extends ComponentProps<"textarea">, FieldFrame {
  readonly labelEnd?: ReactNode;
  readonly heights?: string;
}

export function TextAreaField({
  label,
  hint,
  error,
  className,
  labelEnd,
  heights = "min-h-18",
  ...rest
}: TextAreaFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} className={className} labelEnd={labelEnd}>
      {(controlProps) => (
        <textarea
          {...controlProps}
          className={`input ${heights} block field-sizing-content py-2.5 leading-relaxed`}
          {...rest}
        />
      )}
    </Field>
  );
}
