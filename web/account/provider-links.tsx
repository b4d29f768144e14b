import type { SignInProviderOption } from "#core/accounts/sign-in-options.ts";
import { buttonClasses } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Icon } from "#web/ui/icon.tsx";
import { SignInWithEthereum } from "./sign-in-with-ethereum.tsx";
import type { SignIn } from "./use-sign-in.ts";

/**
 * Plain links instead of client-side navigation, because the server redirects to the provider, and signs the user in
 * when the browser comes back.
 */
export function ProviderLinks({ signIn }: { signIn: SignIn }) {
  const { providers, ethereum, email } = signIn.options;
  if (providers.length === 0 && !ethereum) return null;
  return (
    <div className={classNames("mt-5 grid gap-2.5", providers.length === 0 && "noscript:hidden")}>
      {email ? <p className="text-center text-sm text-faint">or</p> : null}
      {providers.map((provider) => (
        <a key={provider.id} href={buildHref(provider, signIn.next)} className={buttonClasses({})}>
          <Icon name={`provider-${provider.id.split(":")[0]}`} />
          Continue with {provider.label}
        </a>
      ))}
      {ethereum ? (
        <div className="grid noscript:hidden">
          <SignInWithEthereum signIn={signIn} />
        </div>
      ) : null}
    </div>
  );
}

const buildHref = ({ id }: SignInProviderOption, next: string) =>
  `/auth?${new URLSearchParams({ with: id, next })}`;
