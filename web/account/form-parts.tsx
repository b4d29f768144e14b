import type { ComponentProps, ReactNode } from "react";
import { PlainButton } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { FormContext } from "#web/ui/field.tsx";
import { buildViewPath, type SignIn, type View } from "./use-sign-in.ts";

export function AlternativeActions({ children }: { children: ReactNode }) {
  return (
    <div className="mt-5 flex flex-wrap gap-x-5 gap-y-2.5 border-t border-line pt-4 text-sm">{children}</div>
  );
}

const LINK_CLASSES = "font-semibold text-accent hover:text-accent-strong text-link";

interface ViewLinkProps {
  readonly signIn: SignIn;
  readonly view: View;
  readonly method?: string;
  readonly label: string;
}

/** Switches to another view and passes on the email address entered. Without JavaScript, this is a plain link. */
export function ViewLink({ signIn, view, method, label }: ViewLinkProps) {
  const link = (
    <a
      href={buildViewPath(view, signIn.next)}
      className={LINK_CLASSES}
      onClick={(event) => {
        event.preventDefault();
        const panel = event.currentTarget.closest("[data-sign-in]");
        const email = panel?.querySelector<HTMLInputElement>("input[name=email]")?.value;
        signIn.showView(view, email === undefined ? {} : { email });
      }}
    >
      {label}
    </a>
  );
  if (method === undefined || method !== signIn.lastUsed) return link;
  return (
    <span className="inline-flex items-center gap-2">
      {link}
      <LastUsedBadge />
    </span>
  );
}

/** A button styled like the links next to it. */
export function TextButton({ className, ...rest }: ComponentProps<typeof PlainButton>) {
  return (
    <PlainButton className={classNames(LINK_CLASSES, "aria-disabled:opacity-55", className)} {...rest} />
  );
}

interface LastUsedBadgeProps {
  readonly id?: string;
  /** Whether the badge is on a button's border instead of after a link. The button must be a positioned element. */
  readonly isOnBorder?: boolean;
}

export function LastUsedBadge({ id, isOnBorder = false }: LastUsedBadgeProps) {
  return (
    <span
      id={id}
      className={classNames(
        "rounded-full border border-line bg-surface px-2 text-xs text-accent",
        isOnBorder && "pointer-events-none absolute -top-2 end-3",
      )}
    >
      Last used
    </span>
  );
}

interface SignInFormProps extends ComponentProps<"form"> {
  readonly signIn: SignIn;
  readonly intent: string;
  /** Whether the form shows its fields' errors itself. Otherwise, FormContext passes them to the fields. */
  readonly showsOwnFieldErrors?: boolean;
}

/** One of the sign-in card's forms. Without JavaScript, it is submitted to /auth. */
export function SignInForm({ signIn, intent, showsOwnFieldErrors, children, ...rest }: SignInFormProps) {
  const { busy, next, state } = signIn;
  const { field, message } = state.failure ?? {};
  const fieldErrors = field && message && !showsOwnFieldErrors ? { [field]: message } : {};
  return (
    <form method="post" action={`/auth?next=${encodeURIComponent(next)}`} className="grid gap-4" {...rest}>
      <input type="hidden" name="intent" value={intent} />
      <FormContext value={{ busy, fieldErrors, input: {} }}>{children}</FormContext>
    </form>
  );
}
