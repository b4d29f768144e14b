import { describeLookup, type Lookup, type LookupName } from "#core/ai/lookups.ts";
import { Icon } from "#web/ui/icon.tsx";
import type { IconName } from "#web/ui/icon-names.ts";

const ICONS: Readonly<Record<LookupName, IconName>> = {
  search_site: "search",
  get_prices: "chart-line",
  get_news: "newspaper",
  scan_contract: "shield-alert",
};

export function LookupList({ lookups }: { lookups: readonly Lookup[] }) {
  return (
    <ul aria-label="Looked up" className="mb-4 grid grid-cols-1 gap-1 text-sm text-muted">
      {lookups.map((lookup, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lookups are only appended
        <li key={index} className="flex min-w-0 items-start gap-2">
          <span className={lookup.state === "running" ? "mt-0.5 animate-pulse text-accent" : "mt-0.5"}>
            <Icon name={lookup.state === "failed" ? "x" : ICONS[lookup.name]} size={15} />
          </span>
          <span className="min-w-0 wrap-anywhere">
            {describeLookup(lookup)}
            {lookup.state === "running" ? "..." : null}
          </span>
        </li>
      ))}
    </ul>
  );
}
