const KEY = "lattice-ai-model";

export interface ModelOption {
  /** The model's configured name, which is sent with a question. */
  readonly value: string;
  readonly label: string;
}

/** The choice made on this page, in case the browser forbids storage. */
let pageChoice = "";

/** The model last chosen in this browser. "" (all models, in the operator's order) if it's no longer available. */
export function readChosenModel(options: readonly ModelOption[]): string {
  let chosen = pageChoice;
  try {
    chosen ||= localStorage.getItem(KEY) ?? "";
  } catch {
    // The browser forbids storage, so only this page remembers the choice.
  }
  return options.some(({ value }) => value === chosen) ? chosen : "";
}

export function storeChosenModel(model: string): void {
  pageChoice = model;
  try {
    if (model === "") localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, model);
  } catch {
    // The browser forbids storage, so only this page remembers the choice.
  }
}
