import type { ComponentProps, ReactNode } from "react";
import { classNames } from "./class-names.ts";
import { Field, type FieldFrame } from "./field.tsx";
import { INPUT_CLASSES } from "./input-classes.ts";

export interface TextAreaFieldProps extends ComponentProps<"textarea">, FieldFrame {
  /** At the end of the label's line. */
  readonly labelEnd?: ReactNode;
  /** Minimum and maximum height classes. */
  readonly heights?: string;
}

/** A labeled text area that grows with its text, with a hint or error. */
export function TextAreaField({ heights = "min-h-18", ...props }: TextAreaFieldProps) {
  const { label, hint, error, className, labelEnd, name, defaultValue, ...rest } = props;
  return (
    <Field {...props}>
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
