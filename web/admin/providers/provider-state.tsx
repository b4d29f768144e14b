import type { ProviderRecord } from "#core/accounts/provider-settings.ts";
import { RowBadge } from "../content/action-button.tsx";

export function ProviderState({ provider: { isEnabled, needsSecret } }: { provider: ProviderRecord }) {
  if (needsSecret) return <RowBadge variant="danger" label="Secret missing" />;
  return isEnabled ? <RowBadge variant="accent" label="On" /> : <RowBadge variant="quiet" label="Off" />;
}
