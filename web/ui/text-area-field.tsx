import { type ComponentProps, type ReactNode, use, useState } from "react";
import { classNames } from "./class-names.ts";
import { Field, type FieldFrame, FormContext } from "./field.tsx";

interface TextAreaFieldProps extends ComponentProps<"textarea">, FieldFrame {
  readonly labelEnd?: ReactNode;
  readonly heights?: string;
}

export function TextAreaField({ heights = "min-h-18", ...props }: TextAreaFieldProps) {
  const { label, hint, error, className, labelEnd, name, defaultValue, ...rest } = props;
  return (
    <Field {...props}>
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

interface CountedTextAreaProps extends Omit<TextAreaFieldProps, "labelEnd" | "onInput" | "defaultValue"> {
  readonly defaultValue: string;
  readonly max: number;
  /** Returns the length that the server validates. */
  readonly count: (text: string) => number;
}

/** A text area with a character counter. Longer text can be typed but is rejected. */
export function CountedTextArea({ max, count, defaultValue, ...rest }: CountedTextAreaProps) {
  const submittedText = use(FormContext).input[rest.name ?? ""];
  const [typedLength, setTypedLength] = useState<number | null>(null);
  const length = typedLength ?? count(submittedText ?? defaultValue);
  return (
    <TextAreaField
      {...rest}
      defaultValue={defaultValue}
      onInput={(event) => setTypedLength(count(event.currentTarget.value))}
      labelEnd={
        <span className={classNames("figures text-sm", length > max ? "text-danger" : "text-faint")}>
          {length}/{max}
        </span>
      }
    />
  );
}
