import { useLocation } from "react-router";
import type { RequiredProof } from "#core/accounts/proof.ts";
import { buttonClasses } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";

interface ProviderProofProps {
  readonly proof: Pick<RequiredProof, "providers" | "providerToken">;
}

/** Links to the member's providers. Signing in there again confirms their identity and returns them to this page. */
export function ProviderProof({ proof: { providers, providerToken } }: ProviderProofProps) {
  const { pathname, search } = useLocation();
  const next = new URLSearchParams(search).get("next");
  const target = pathname === "/settings/confirm" ? (next ?? "/settings") : pathname + search;
  if (providers.length === 0) return null;
  return (
    <div className="grid gap-2.5">
      {providers.map(({ id, label }) => (
        <a
          key={id}
          href={`/auth?${new URLSearchParams({ with: id, confirm: providerToken, next: target })}`}
          className={buttonClasses({})}
        >
          <Icon name={`provider-${id.split(":")[0]}`} />
          Confirm with {label}
        </a>
      ))}
    </div>
  );
}
