import type { ProviderRecord } from "#core/accounts/provider-settings.ts";
import { RowBadge } from "../content/action-button.tsx";

export function ProviderState({ provider: { isEnabled, needsSecret } }: { provider: ProviderRecord }) {
  if (needsSecret) return <RowBadge variant="danger">Needs its secret</RowBadge>;
  return isEnabled ? <RowBadge variant="accent">On</RowBadge> : <RowBadge variant="quiet">Off</RowBadge>;
}
