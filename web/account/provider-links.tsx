import type { SignInProviderOption } from "#core/accounts/sign-in-options.ts";
import { buttonClasses } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import type { SignIn } from "./use-sign-in.ts";

/**
 * Plain links instead of client-side navigation, because the server redirects to the provider, and signs the user in
 * when the browser comes back.
 */
export function ProviderLinks({ signIn }: { signIn: SignIn }) {
  const { providers, email } = signIn.options;
  if (providers.length === 0) return null;
  return (
    <div className="mt-5 grid gap-2.5">
      {email ? <p className="text-center text-sm text-faint">or</p> : null}
      {providers.map((provider) => (
        <a key={provider.id} href={buildHref(provider, signIn.next)} className={buttonClasses({})}>
          <Icon name={`provider-${provider.id.split(":")[0]}`} />
          Continue with {provider.label}
        </a>
      ))}
    </div>
  );
}

const buildHref = ({ id }: SignInProviderOption, next: string) =>
  `/auth?${new URLSearchParams({ with: id, next })}`;
