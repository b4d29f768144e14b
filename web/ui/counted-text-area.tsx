import { useState } from "react";
import { classNames } from "./class-names.ts";
import { TextAreaField, type TextAreaFieldProps } from "./text-area-field.tsx";

interface CountedTextAreaProps extends Omit<TextAreaFieldProps, "beside" | "onInput" | "defaultValue"> {
  readonly defaultValue: string;
  readonly max: number;
  /** The length as it is validated. */
  readonly count: (text: string) => number;
}

/** A text area with a character counter. Longer text can be typed but is refused. */
export function CountedTextArea({ max, count, defaultValue, ...rest }: CountedTextAreaProps) {
  const [typed, setTyped] = useState<number | null>(null);
  const length = typed ?? count(defaultValue);
  return (
    <TextAreaField
      {...rest}
      defaultValue={defaultValue}
      onInput={(event) => setTyped(count(event.currentTarget.value))}
      beside={
        <span className={classNames("figures text-sm", length > max ? "text-danger" : "text-faint")}>
          {length}/{max}
        </span>
      }
    />
  );
}
