import { type ReactNode, Suspense, useState } from "react";
import type { SignInProviderOption } from "#core/accounts/sign-in-options.ts";
import { lazyInBrowser } from "#web/router/lazy-component.tsx";
import { Button, buttonClasses } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Icon } from "#web/ui/icon.tsx";
import { LastUsedBadge } from "./form-parts.tsx";
import type { SignIn } from "./use-sign-in.ts";

interface OtherOption {
  /** The sign-in method's ID in the last-sign-in cookie (core/accounts/last-sign-in.ts). */
  readonly id: string;
  readonly button: ReactNode;
  readonly needsScripts?: true;
}

/** The sign-in methods with a button below the email form, except passkeys: providers, then Ethereum. */
const listOtherOptions = (signIn: SignIn): readonly OtherOption[] => [
  ...signIn.options.providers.map((provider) => ({
    id: provider.id,
    button: <ProviderLink provider={provider} signIn={signIn} />,
  })),
  ...(signIn.options.ethereum
    ? [{ id: "ethereum", button: <SignInWithEthereum signIn={signIn} />, needsScripts: true as const }]
    : []),
];

/** Whether the user can sign in with a provider or Ethereum. */
export const hasOtherOptions = (signIn: SignIn): boolean => listOtherOptions(signIn).length > 0;

/** The buttons for providers and Ethereum. The one used last on this device comes first. */
export function OtherOptions({ signIn }: { signIn: SignIn }) {
  const { options, lastUsed } = signIn;
  const otherOptions = listOtherOptions(signIn).toSorted(
    (a, b) => Number(b.id === lastUsed) - Number(a.id === lastUsed),
  );
  if (otherOptions.length === 0) return null;
  return (
    <div
      className={classNames(
        "mt-5 grid gap-2.5",
        otherOptions.every((other) => other.needsScripts) && "noscript:hidden",
      )}
    >
      {options.email ? <p className="text-center text-sm text-faint">or</p> : null}
      {otherOptions.map(({ id, button, needsScripts }) => (
        <div key={id} className={classNames("grid", needsScripts && "noscript:hidden")}>
          {button}
        </div>
      ))}
    </div>
  );
}

interface ProviderLinkProps {
  readonly provider: SignInProviderOption;
  readonly signIn: SignIn;
}

/** A plain link without client-side navigation, because the server redirects to the provider. */
function ProviderLink({ provider: { id, label }, signIn: { next, lastUsed } }: ProviderLinkProps) {
  return (
    <a href={`/auth?${new URLSearchParams({ with: id, next })}`} className={buttonClasses({}, "relative")}>
      <Icon name={`provider-${id.split(":")[0]}`} />
      Continue with {label}
      {id === lastUsed ? <LastUsedBadge isOnBorder /> : null}
    </a>
  );
}

const EthereumPrompt = lazyInBrowser(() => import("./ethereum-prompt.tsx"));

/** Signs in with a browser wallet. Creates an account if the wallet isn't linked to one and sign-up is allowed. */
function SignInWithEthereum({ signIn }: { signIn: SignIn }) {
  const [isOpen, setOpen] = useState(false);
  const button = (
    <Button disabled={isOpen} onClick={() => setOpen(true)}>
      <Icon name="wallet" />
      Sign in with Ethereum
    </Button>
  );
  if (!isOpen) return button;
  return (
    <Suspense fallback={button}>
      <EthereumPrompt signIn={signIn} />
    </Suspense>
  );
}
