import { use, useId } from "react";
import { FormContext } from "#web/ui/field.tsx";
import { FieldNote } from "#web/ui/field-note.tsx";

/** The options of a switch. */
export const ON_OFF = [
  { value: "on", label: "On" },
  { value: "off", label: "Off" },
] as const;
/** The value of the chosen option; null is the default. */
export const formatOnOff = (value: boolean | null) => (value === null ? "" : value ? "on" : "off");

interface RadioFieldProps {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly hint: string;
}

export function RadioField({ label, name, value, options, hint }: RadioFieldProps) {
  const id = useId();
  const { fieldErrors, input } = use(FormContext);
  const selectedValue = input[name] ?? value;
  return (
    <fieldset aria-describedby={`${id}-note`}>
      <legend className="mb-1.5 text-sm font-semibold">{label}</legend>
      <div className="flex flex-wrap gap-x-6 gap-y-1">
        {options.map((option) => (
          <label key={option.value} className="flex min-h-8 items-center gap-2 text-sm">
            <input
              type="radio"
              name={name}
              value={option.value}
              defaultChecked={option.value === selectedValue}
              className="size-4 shrink-0 accent-accent"
            />
            {option.label}
          </label>
        ))}
      </div>
      <FieldNote id={`${id}-note`} hint={hint} error={fieldErrors[name]} />
    </fieldset>
  );
}
