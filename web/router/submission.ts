import type { SubmitOptions, SubmitTarget } from "react-router";

/**
 * The URL and router options of a submission. `target` is a form, a form's submit button, or the data to send. The
 * given options override the button's attributes, which override the form's.
 */
export function parseSubmission(target: SubmitTarget, { action, method, encType }: SubmitOptions = {}) {
  if (!(target instanceof HTMLFormElement || target instanceof HTMLButtonElement)) {
    const body = target as FormData | Record<string, string>;
    return { href: action ?? null, options: { formMethod: method, formEncType: encType, body } };
  }
  const isForm = target instanceof HTMLFormElement;
  const form = isForm ? target : (target.form as HTMLFormElement);
  const getAttribute = (name: string) =>
    (isForm ? null : target.getAttribute(`form${name}`)) ?? form.getAttribute(name);
  return {
    href: action ?? getAttribute("action"),
    options: {
      formMethod: (method ?? getAttribute("method") ?? "get") as NonNullable<SubmitOptions["method"]>,
      formEncType: (encType ?? getAttribute("enctype") ?? undefined) as SubmitOptions["encType"],
      formData: new FormData(form, isForm ? null : target),
    },
  };
}
