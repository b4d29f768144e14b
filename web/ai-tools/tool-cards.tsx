import { TOOLS, type Tool, type ToolId } from "#core/ai/tools.ts";
import { classNames } from "#web/ui/class-names.ts";
import { Icon } from "#web/ui/icon.tsx";
import type { IconName } from "#web/ui/icon-names.ts";
import { Link } from "#web/ui/link.tsx";
import { useHydrated } from "#web/ui/use-hydrated.ts";
import { type ToolsAddress, toolsHref } from "./address.ts";

const TOOL_ICONS: Readonly<Record<ToolId, IconName>> = {
  sentiment: "activity",
  prediction: "chart-line",
  chatbot: "bot",
  generator: "pen-line",
  scanner: "shield-alert",
  optimizer: "chart-pie",
};

interface ToolCardsProps {
  readonly address: ToolsAddress;
  /** Whether a tool is running. */
  readonly isRunning: (tool: ToolId) => boolean;
  readonly onSelect: () => void;
}

/** The tools that match the filter; at most one is selected. */
export function ToolCards({ address, isRunning, onSelect }: ToolCardsProps) {
  const tools = TOOLS.filter(({ category }) => address.filter === "All" || category === address.filter);
  return (
    <ul className="grid grid-cols-1 gap-2.5 sm:grid-cols-2 sm:gap-3 lg:grid-cols-3">
      {tools.map((tool) => (
        <li key={tool.id}>
          <ToolCard tool={tool} address={address} isRunning={isRunning(tool.id)} onSelect={onSelect} />
        </li>
      ))}
    </ul>
  );
}

interface ToolCardProps {
  readonly tool: Tool;
  readonly address: ToolsAddress;
  readonly isRunning: boolean;
  readonly onSelect: () => void;
}

function ToolCard({ tool, address, isRunning, onSelect }: ToolCardProps) {
  const isSelected = tool.id === address.tool?.id;
  const href = toolsHref({ tool, filter: address.filter });
  // Without scripts the URL's hash scrolls to the panel; with scripts we scroll to it ourselves.
  const to = useHydrated() ? href : `${href}#tool`;
  return (
    <Link
      to={to}
      preventScrollReset
      defaultShouldRevalidate={false}
      replace={isSelected}
      onClick={onSelect}
      aria-current={isSelected ? "true" : undefined}
      className={classNames(
        "flex h-full items-start gap-3 rounded-lg border p-3.5 transition-colors sm:p-4",
        isSelected
          ? "border-accent bg-accent-soft"
          : "border-line bg-surface hover:border-line-strong hover:bg-hover",
      )}
    >
      <ToolIcon tool={tool.id} isStrong={isSelected} />
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="font-semibold">{tool.name}</span>
          <span className={classNames("text-xs", isSelected ? "text-muted" : "text-faint")}>
            {isRunning ? "Processing..." : tool.category}
          </span>
        </span>
        <span className="mt-0.5 block text-sm text-muted">{tool.description}</span>
      </span>
    </Link>
  );
}

export function ToolIcon({ tool, isStrong = false }: { tool: ToolId; isStrong?: boolean }) {
  return (
    <span
      className={classNames(
        "grid size-9 shrink-0 place-items-center rounded-md",
        isStrong ? "bg-accent text-on-accent" : "bg-accent-soft text-accent",
      )}
    >
      <Icon name={TOOL_ICONS[tool]} size={18} />
    </span>
  );
}
