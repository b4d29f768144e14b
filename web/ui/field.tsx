import { type ComponentProps, createContext, type ReactNode, use, useId } from "react";
import { FieldNote } from "./field-note.tsx";

export interface FormState {
  readonly busy: boolean;
  /** Error messages by field. */
  readonly fields: Readonly<Record<string, string>>;
  /** What the user typed, by field, when the form is rendered again with an error. */
  readonly input: Readonly<Record<string, string>>;
}

/** The form around a field or button. A field uses its name to look up its error and earlier input here. */
export const FormContext = createContext<FormState>({ busy: false, fields: {}, input: {} });

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
  readonly labelEnd?: ReactNode;
  /** Renders the control with the attributes that link it to its label and note. */
  readonly children: (controlProps: {
    readonly id: string;
    readonly name: string | undefined;
    readonly defaultValue: DefaultValue;
    readonly "aria-invalid": true | undefined;
    readonly "aria-describedby": string | undefined;
  }) => ReactNode;
}

export function Field({ name, label, hint, error, className, labelEnd, defaultValue, children }: FieldProps) {
  const id = useId();
  const { fields, input } = use(FormContext);
  const problem = error ?? fields[name ?? ""];
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
    <Field {...props}>{(controlProps) => <input {...controlProps} className="input h-10" {...rest} />}</Field>
  );
}
