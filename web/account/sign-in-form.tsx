import type { ComponentProps } from "react";
import { FormContext } from "#web/ui/field.tsx";
import type { SignIn } from "./use-sign-in.ts";

interface SignInFormProps extends ComponentProps<"form"> {
  readonly signIn: SignIn;
  readonly intent: string;
  /** Whether the form passes errors to its fields itself, instead of through FormContext. */
  readonly showsOwnFieldErrors?: boolean;
}

/** A form of the sign-in card. Without JavaScript, it is sent to /auth. */
export function SignInForm({ signIn, intent, showsOwnFieldErrors, children, ...rest }: SignInFormProps) {
  const { busy, next, state } = signIn;
  const { field, message } = state.failure ?? {};
  const fields = field && message && !showsOwnFieldErrors ? { [field]: message } : {};
  return (
    <form method="post" action={`/auth?next=${encodeURIComponent(next)}`} className="grid gap-4" {...rest}>
      <input type="hidden" name="intent" value={intent} />
      <FormContext value={{ busy, fields, input: {} }}>{children}</FormContext>
    </form>
  );
}
