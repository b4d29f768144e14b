import { type ComponentProps, createContext, type ReactNode, use, useId } from "react";
import { classNames } from "./class-names.ts";
import { FieldNote } from "./field-note.tsx";
import { INPUT_CLASSES } from "./input-classes.ts";

export interface FormState {
  readonly busy: boolean;
  /** Error messages by field. */
  readonly fields: Readonly<Record<string, string>>;
  /** What the user typed, by field, when the form is rendered again with an error. */
  readonly input: Readonly<Record<string, string>>;
}

/** The form around a field or button. A field gets its error and what was typed from it, by its name. */
export const FormContext = createContext<FormState>({ busy: false, fields: {}, input: {} });

export interface FieldFrame {
  readonly label: string;
  /** Shown below the control; an error replaces it. */
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
}

interface FieldProps extends FieldFrame {
  readonly name?: string | undefined;
  readonly className?: string | undefined;
  /** At the end of the label's line. */
  readonly labelEnd?: ReactNode;
  /** Renders the control with the attributes that link it to its label and note. */
  readonly children: (controlProps: {
    readonly id: string;
    readonly name: string | undefined;
    readonly "aria-invalid": true | undefined;
    readonly "aria-describedby": string | undefined;
  }) => ReactNode;
}

export const useTypedText = (name = ""): string | undefined => use(FormContext).input[name];

/** The frame of a labeled control. */
export function Field({ label, hint, name, className, labelEnd, children, ...props }: FieldProps) {
  const id = useId();
  const { fields } = use(FormContext);
  const error = props.error ?? fields[name ?? ""];
  return (
    <div className={className}>
      <div className="mb-1.5 flex items-baseline justify-between gap-4">
        <label htmlFor={id} className="text-sm font-semibold">
          {label}
        </label>
        {labelEnd}
      </div>
      {children({
        id,
        name,
        "aria-invalid": error ? true : undefined,
        "aria-describedby": error || hint ? `${id}-note` : undefined,
      })}
      <FieldNote id={`${id}-note`} hint={hint} error={error} />
    </div>
  );
}

/** A labeled input with a hint or error. */
export function TextField({
  label,
  hint,
  error,
  className,
  name,
  defaultValue,
  ...rest
}: ComponentProps<"input"> & FieldFrame & { "data-autofocus"?: boolean | undefined }) {
  const typed = useTypedText(name);
  return (
    <Field label={label} hint={hint} error={error} className={className} name={name}>
      {(controlProps) => (
        <input
          {...controlProps}
          className={classNames(INPUT_CLASSES, "h-10")}
          defaultValue={typed ?? defaultValue}
          {...rest}
        />
      )}
    </Field>
  );
}
