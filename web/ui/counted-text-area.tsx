import { use, useState } from "react";
import { classNames } from "./class-names.ts";
import { FormContext } from "./field.tsx";
import { TextAreaField, type TextAreaFieldProps } from "./text-area-field.tsx";

interface CountedTextAreaProps extends Omit<TextAreaFieldProps, "labelEnd" | "onInput" | "defaultValue"> {
  readonly defaultValue: string;
  readonly max: number;
  /** The length as it is validated. */
  readonly count: (text: string) => number;
}

/** A text area with a character counter. Longer text can be typed but is rejected. */
export function CountedTextArea({ max, count, defaultValue, ...rest }: CountedTextAreaProps) {
  const typed = use(FormContext).input[rest.name ?? ""];
  const [typedLength, setTypedLength] = useState<number | null>(null);
  const length = typedLength ?? count(typed ?? defaultValue);
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
