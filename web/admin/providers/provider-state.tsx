import type { ProviderRecord } from "#core/accounts/provider-settings.ts";
import { Badge } from "#web/ui/badge.tsx";

export function ProviderState({ provider: { isEnabled, needsSecret } }: { provider: ProviderRecord }) {
  if (needsSecret) return <Badge variant="danger" label="Secret missing" />;
  return isEnabled ? <Badge variant="accent" label="On" /> : <Badge variant="quiet" label="Off" />;
}
