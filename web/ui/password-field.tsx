import { type ComponentProps, useState } from "react";
import { Field, type FieldFrame } from "./field.tsx";
import { useHydrated } from "./use-hydrated.ts";

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
