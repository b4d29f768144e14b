import type { ComponentProps, ReactNode } from "react";
import { classNames } from "./class-names.ts";
import { Field, type FieldFrame } from "./field.tsx";
import { INPUT_CLASSES } from "./input-classes.ts";

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
          className={classNames(INPUT_CLASSES, heights, "block field-sizing-content py-2.5 leading-relaxed")}
          {...rest}
        />
      )}
    </Field>
  );
}
