import type { ComponentProps } from "react";
import type { useAccountForm } from "#web/account/use-account-form.ts";
import { Problem } from "#web/forms/form-controls.tsx";
import { FormContext } from "#web/ui/field.tsx";

export const SECURITY_PATH = "/settings/security";

type State = ReturnType<typeof useAccountForm>;

/** A form on the security page. It also works without JavaScript. */
export function AccountForm({ state, children, ...rest }: ComponentProps<"form"> & { state: State }) {
  return (
    <form method="post" action={SECURITY_PATH} {...rest}>
      <input type="hidden" name="intent" value={state.intent} />
      <FormContext value={state}>{children}</FormContext>
    </form>
  );
}

/** Shows why a change failed, unless the field named `field` already shows the error. */
export function AccountProblem({ state: { problem, fieldErrors }, field }: { state: State; field?: string }) {
  if (!problem || (field && fieldErrors[field])) return null;
  return (
    <Problem stepUpReturnPath={problem.needsStepUp ? SECURITY_PATH : undefined}>{problem.message}</Problem>
  );
}
