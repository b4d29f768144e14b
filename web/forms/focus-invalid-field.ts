/** Moves the focus to a form's first invalid field. */
export const focusInvalidField = (form: HTMLFormElement | null): void =>
  form?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
