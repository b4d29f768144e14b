import { useState } from "react";
import { classNames } from "./class-names.ts";
import { TextAreaField, type TextAreaFieldProps } from "./text-area-field.tsx";

interface CountedTextAreaProps extends Omit<TextAreaFieldProps, "beside" | "onInput" | "defaultValue"> {
  readonly defaultValue: string;
  readonly max: number;
  /** The length as it is checked. */
  readonly count: (text: string) => number;
}

/** Several lines of text that say how many of the allowed characters they have. More can be typed, and is refused. */
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
