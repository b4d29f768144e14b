import type { SignInProviderOption } from "#core/accounts/sign-in-options.ts";
import { buttonClasses } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { LastUsedBadge } from "./form-parts.tsx";
import type { SignIn } from "./use-sign-in.ts";

interface ProviderLinkProps {
  readonly provider: SignInProviderOption;
  readonly signIn: SignIn;
}

/** A plain link without client-side navigation, because the server redirects to the provider. */
export function ProviderLink({ provider: { id, label }, signIn: { next, lastUsed } }: ProviderLinkProps) {
  return (
    <a href={`/auth?${new URLSearchParams({ with: id, next })}`} className={buttonClasses({}, "relative")}>
      <Icon name={`provider-${id.split(":")[0]}`} />
      Continue with {label}
      {id === lastUsed ? <LastUsedBadge isOnBorder /> : null}
    </a>
  );
}
