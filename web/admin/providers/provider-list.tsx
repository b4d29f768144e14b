import {
  PROVIDER_KIND_LABELS,
  PROVIDER_KINDS,
  type ProviderRecord,
} from "#core/accounts/provider-settings.ts";
import { formatCount } from "#core/format-count.ts";
import { Badge } from "#web/ui/badge.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Link } from "#web/ui/link.tsx";
import { Section } from "#web/ui/section.tsx";
import { buildProviderPath } from "./provider-paths.ts";

export function ProviderList({ providers }: { providers: readonly ProviderRecord[] }) {
  const addableKinds = PROVIDER_KINDS.filter((kind) => !providers.some(({ id }) => id === kind));
  return (
    <Section
      id="providers"
      title="Sign-in providers"
      lead="Let people sign in with an account from another site, such as GitHub."
    >
      {providers.length > 0 ? (
        <ul className="mb-4 divide-y divide-line rounded-md border border-line">
          {providers.map((provider) => (
            <li key={provider.id} className="relative flex items-center gap-3 p-3 hover:bg-hover sm:p-4">
              <Icon name={`provider-${provider.kind}`} size={18} className="text-muted" />
              <div className="min-w-0 flex-1">
                <Link
                  to={buildProviderPath(provider.id)}
                  className="font-semibold wrap-anywhere after:absolute after:inset-0"
                >
                  {provider.label}
                </Link>
                <p className="text-sm text-muted">
                  {formatCount(provider.memberCount, "member")}
                  {provider.source === "environment" ? " · set up in the environment" : null}
                </p>
              </div>
              <ProviderStateBadge provider={provider} />
            </li>
          ))}
        </ul>
      ) : null}
      <div className="flex flex-wrap gap-2">
        {addableKinds.map((kind) => (
          <ButtonLink key={kind} to={buildProviderPath(kind)} size="sm">
            <Icon name={`provider-${kind}`} />
            Add {kind === "custom" ? "an OpenID provider" : PROVIDER_KIND_LABELS[kind]}
          </ButtonLink>
        ))}
      </div>
    </Section>
  );
}

export function ProviderStateBadge({ provider: { isEnabled, needsSecret } }: { provider: ProviderRecord }) {
  if (needsSecret) return <Badge variant="danger" label="Secret missing" />;
  return isEnabled ? <Badge variant="accent" label="On" /> : <Badge variant="quiet" label="Off" />;
}
