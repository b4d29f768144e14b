/** A text field of a form; "" if it's missing or a file. */
export function getTextField(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}
