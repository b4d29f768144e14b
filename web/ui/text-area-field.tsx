import type { ComponentProps, ReactNode } from "react";
import { classNames } from "./class-names.ts";
import { Field, type FieldFrame } from "./field.tsx";
import { INPUT_CLASSES } from "./input-classes.ts";

export interface TextAreaFieldProps extends ComponentProps<"textarea">, FieldFrame {
  /** At the other end of the label's line. */
  readonly beside?: ReactNode;
  /** How low and how high it may be. */
  readonly heights?: string;
}

/** Several lines of text, labelled, with the hint or error tied to it. Grows with what is written. */
export function TextAreaField({
  label,
  hint,
  error,
  className,
  beside,
  heights = "min-h-18",
  ...rest
}: TextAreaFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} className={className} beside={beside}>
      {(tie) => (
        <textarea
          {...tie}
          className={classNames(INPUT_CLASSES, heights, "block field-sizing-content py-2.5 leading-relaxed")}
          {...rest}
        />
      )}
    </Field>
  );
}
