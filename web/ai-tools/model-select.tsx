import { useId, useLayoutEffect, useRef } from "react";
import { Select } from "#web/ui/select.tsx";
import { type ModelOption, readChosenModel, storeChosenModel } from "./model-choice.ts";

interface ModelSelectProps {
  readonly options: readonly ModelOption[];
  readonly submitted: string | null;
  readonly disabled: boolean;
}

export function ModelSelect({ options, submitted, disabled }: ModelSelectProps) {
  const id = useId();
  const select = useRef<HTMLSelectElement>(null);
  useLayoutEffect(() => {
    const field = select.current;
    if (!field) return;
    // A choice made before hydration or submitted with the form is newer than the stored one.
    if (field.value === "" && submitted === null) field.value = readChosenModel(options);
    else storeChosenModel(field.value);
  }, [options, submitted]);

  return (
    <div className="flex min-w-0 items-center gap-2">
      <label htmlFor={id} className="text-sm text-muted">
        Model
      </label>
      <Select
        id={id}
        ref={select}
        name="model"
        defaultValue={options.some(({ value }) => value === submitted) ? (submitted ?? "") : ""}
        disabled={disabled}
        onChange={(event) => storeChosenModel(event.currentTarget.value)}
        className="min-w-0"
        options={[{ value: "", label: "Automatic" }, ...options]}
      />
    </div>
  );
}
