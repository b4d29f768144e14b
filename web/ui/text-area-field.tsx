import type { ComponentProps, ReactNode } from "react";
import { classNames } from "./class-names.ts";
import { Field, type FieldFrame, useTypedText } from "./field.tsx";
import { INPUT_CLASSES } from "./input-classes.ts";

export interface TextAreaFieldProps extends ComponentProps<"textarea">, FieldFrame {
  /** At the end of the label's line. */
  readonly labelEnd?: ReactNode;
  /** Minimum and maximum height classes. */
  readonly heights?: string;
}

/** A labeled text area that grows with its text, with a hint or error. */
export function TextAreaField({
  label,
  hint,
  error,
  className,
  labelEnd,
  heights = "min-h-18",
  name,
  defaultValue,
  ...rest
}: TextAreaFieldProps) {
  const typed = useTypedText(name);
  return (
    <Field label={label} hint={hint} error={error} className={className} labelEnd={labelEnd} name={name}>
      {(controlProps) => (
        <textarea
          {...controlProps}
          className={classNames(INPUT_CLASSES, heights, "block field-sizing-content py-2.5 leading-relaxed")}
          defaultValue={typed ?? defaultValue}
          {...rest}
        />
      )}
    </Field>
  );
}
