import { useId, useLayoutEffect, useRef } from "react";
import { Select } from "#web/ui/select.tsx";

interface ModelSelectProps {
  readonly options: readonly ModelOption[];
  readonly submittedModel: string | null;
  readonly disabled: boolean;
}

export function ModelSelect({ options, submittedModel, disabled }: ModelSelectProps) {
  const id = useId();
  const select = useRef<HTMLSelectElement>(null);
  useLayoutEffect(() => {
    const field = select.current;
    if (!field) return;
    // A choice made before hydration or submitted with the form is newer than the stored one.
    if (field.value === "" && submittedModel === null) field.value = readChosenModel(options);
    else storeChosenModel(field.value);
  }, [options, submittedModel]);

  return (
    <div className="flex min-w-0 items-center gap-2">
      <label htmlFor={id} className="text-sm text-muted">
        Model
      </label>
      <Select
        id={id}
        ref={select}
        name="model"
        defaultValue={options.some(({ value }) => value === submittedModel) ? (submittedModel ?? "") : ""}
        disabled={disabled}
        onChange={(event) => storeChosenModel(event.currentTarget.value)}
        className="min-w-0"
        options={[{ value: "", label: "Automatic" }, ...options]}
      />
    </div>
  );
}

const STORAGE_KEY = "lattice-ai-model";

export interface ModelOption {
  /** The model's configured name, which is sent with a question. */
  readonly value: string;
  readonly label: string;
}

/** The choice made on this page, in case the browser forbids storage. */
let pageChoice = "";

/**
 * The model last chosen in this browser. Returns "" ("Automatic") if none was chosen or the chosen one is no longer
 * available. The server then tries the models in the operator's order.
 */
export function readChosenModel(options: readonly ModelOption[]): string {
  let chosenModel = pageChoice;
  try {
    chosenModel ||= localStorage.getItem(STORAGE_KEY) ?? "";
  } catch {
    // The browser forbids storage, so only this page remembers the choice.
  }
  return options.some(({ value }) => value === chosenModel) ? chosenModel : "";
}

function storeChosenModel(model: string): void {
  pageChoice = model;
  try {
    if (model === "") localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, model);
  } catch {
    // The browser forbids storage, so only this page remembers the choice.
  }
}
