import { type ComponentProps, createContext, type ReactNode, use, useId, useState } from "react";
import { classNames } from "./class-names.ts";
import { FieldNote } from "./field-note.tsx";
import { Select, type SelectProps } from "./select.tsx";
import { useHydrated } from "./use-hydrated.ts";

export interface FormState {
  readonly busy: boolean;
  /** Error messages by field. */
  readonly fieldErrors: Readonly<Record<string, string>>;
  /** What the user typed, by field, when the form is rendered again with an error. */
  readonly input: Readonly<Record<string, string>>;
}

/** The form around a field or button. A field uses its name to look up its error and earlier input here. */
export const FormContext = createContext<FormState>({ busy: false, fieldErrors: {}, input: {} });

export interface FieldFrame {
  readonly label: string;
  /** Shown below the control; an error replaces it. */
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
}

type DefaultValue = ComponentProps<"input">["defaultValue"];

interface FieldProps extends FieldFrame {
  readonly name?: string | undefined;
  readonly defaultValue?: DefaultValue;
  readonly className?: string | undefined;
  /** Shown at the end of the label's line. */
  readonly labelEnd?: ReactNode;
  /** Renders the control with the attributes that link it to its label and note. */
  readonly children: (controlProps: {
    readonly id: string;
    readonly name: string | undefined;
    readonly defaultValue: DefaultValue;
    readonly autoFocus: true | undefined;
    readonly "aria-invalid": true | undefined;
    readonly "aria-describedby": string | undefined;
  }) => ReactNode;
}

export function Field({ name, label, hint, error, className, labelEnd, defaultValue, children }: FieldProps) {
  const id = useId();
  const { fieldErrors, input } = use(FormContext);
  const problem = error ?? fieldErrors[name ?? ""];
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
        defaultValue: input[name ?? ""] ?? defaultValue,
        // Focuses the first invalid field of a page that was loaded with errors.
        autoFocus: problem ? true : undefined,
        "aria-invalid": problem ? true : undefined,
        "aria-describedby": problem || hint ? `${id}-note` : undefined,
      })}
      <FieldNote id={`${id}-note`} hint={hint} error={problem} />
    </div>
  );
}

export function TextField(
  props: ComponentProps<"input"> & FieldFrame & { "data-autofocus"?: boolean | undefined },
) {
  const { label, hint, error, className, name, defaultValue, ...rest } = props;
  return (
    <Field {...props}>
      {(controlProps) => <input {...controlProps} dir="auto" className="input h-10" {...rest} />}
    </Field>
  );
}

type PasswordInputProps = Omit<ComponentProps<"input">, "type" | "className"> & {
  "data-autofocus"?: boolean | undefined;
};

/** A labeled password field. Unlike other fields, it is empty when the form is rendered again with an error. */
export function PasswordField({ label, hint, error, name, ...rest }: PasswordInputProps & FieldFrame) {
  return (
    <Field label={label} hint={hint} error={error} name={name}>
      {(controlProps) => <PasswordInput {...controlProps} {...rest} defaultValue={undefined} />}
    </Field>
  );
}

/** A password input with a button that shows what was typed. The button needs JavaScript. */
export function PasswordInput(props: PasswordInputProps) {
  const [isVisible, setVisible] = useState(false);
  const isHydrated = useHydrated();
  return (
    <div className="relative">
      <input {...props} type={isVisible ? "text" : "password"} className="input h-10 pe-16" />
      {isHydrated ? (
        <button
          type="button"
          aria-pressed={isVisible}
          onClick={() => setVisible(!isVisible)}
          className="absolute inset-y-0 end-0 px-3 text-sm text-muted hover:text-text"
        >
          {isVisible ? "Hide" : "Show"}
        </button>
      ) : null}
    </div>
  );
}

export function SelectField(props: SelectProps & FieldFrame) {
  const { label, hint, error, className, name, defaultValue, ...rest } = props;
  return <Field {...props}>{(controlProps) => <Select {...controlProps} {...rest} />}</Field>;
}

interface TextAreaFieldProps extends ComponentProps<"textarea">, FieldFrame {
  readonly labelEnd?: ReactNode;
  readonly heightClasses?: string;
}

export function TextAreaField({ heightClasses = "min-h-18", ...props }: TextAreaFieldProps) {
  const { label, hint, error, className, labelEnd, name, defaultValue, ...rest } = props;
  return (
    <Field {...props}>
      {(controlProps) => (
        <textarea
          {...controlProps}
          dir="auto"
          className={`input ${heightClasses} block field-sizing-content py-2.5 leading-relaxed`}
          {...rest}
        />
      )}
    </Field>
  );
}

interface CountedTextAreaProps extends Omit<TextAreaFieldProps, "labelEnd" | "onInput" | "defaultValue"> {
  readonly defaultValue: string;
  readonly max: number;
  /** Returns the length as the server counts it. */
  readonly count: (text: string) => number;
}

/** A text area with a character counter. Text longer than `max` can be typed but is rejected. */
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
