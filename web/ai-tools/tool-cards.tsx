import { useNavigate } from "react-router";
import { TOOL_FILTERS, TOOLS, type Tool, type ToolId } from "#core/ai/tools.ts";
import { classNames } from "#web/ui/class-names.ts";
import { Icon } from "#web/ui/icon.tsx";
import type { IconName } from "#web/ui/icon-names.ts";
import { Link } from "#web/ui/link.tsx";
import { useHydrated } from "#web/ui/use-hydrated.ts";
import { buildToolsHref, type ToolsQuery } from "./tools-query.ts";

const TOOL_ICONS: Readonly<Record<ToolId, IconName>> = {
  sentiment: "activity",
  prediction: "chart-line",
  chatbot: "bot",
  generator: "pen-line",
  scanner: "shield-alert",
  optimizer: "chart-pie",
};

interface ToolCardsProps {
  readonly query: ToolsQuery;
  readonly isRunning: (tool: ToolId) => boolean;
  readonly onSelect: () => void;
}

export function ToolCards({ query, isRunning, onSelect }: ToolCardsProps) {
  const tools = TOOLS.filter(({ category }) => query.filter === "All" || category === query.filter);
  return (
    <ul
      className={classNames(
        "grid sm:grid-cols-2 sm:gap-3 lg:grid-cols-3",
        query.tool ? "grid-cols-2 gap-2" : "grid-cols-1 gap-2.5",
      )}
    >
      {tools.map((tool) => (
        <li key={tool.id}>
          <ToolCard tool={tool} query={query} isRunning={isRunning(tool.id)} onSelect={onSelect} />
        </li>
      ))}
    </ul>
  );
}

interface ToolCardProps {
  readonly tool: Tool;
  readonly query: ToolsQuery;
  readonly isRunning: boolean;
  readonly onSelect: () => void;
}

function ToolCard({ tool, query, isRunning, onSelect }: ToolCardProps) {
  const isSelected = tool.id === query.tool?.id;
  // Smaller cards on phones, so that the selected tool's input is visible without scrolling.
  const isCompact = query.tool !== null;
  const href = buildToolsHref({ tool, filter: query.filter });
  // Without JavaScript, the URL's hash scrolls to the panel. Otherwise, the page's code scrolls to it.
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
        "flex h-full gap-3 rounded-lg border transition-colors sm:items-start sm:p-4",
        isCompact ? "items-center max-sm:gap-2 max-sm:p-1.5" : "items-start p-3.5",
        isSelected
          ? "border-accent bg-accent-soft"
          : "border-line bg-surface hover:border-line-strong hover:bg-hover",
      )}
    >
      <ToolIcon tool={tool.id} isStrong={isSelected} />
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className={classNames("font-semibold", isCompact && "max-sm:text-sm max-sm:leading-tight")}>
            {tool.name}
          </span>
          <span
            className={classNames(
              "text-xs",
              isSelected ? "text-muted" : "text-faint",
              isCompact && !isRunning && "max-sm:hidden",
            )}
          >
            {isRunning ? "Processing..." : tool.category}
          </span>
        </span>
        <span className={classNames("mt-0.5 text-sm text-muted", isCompact ? "hidden sm:block" : "block")}>
          {tool.description}
        </span>
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

/** The card filter. With JavaScript, it needs no request, because the page's code includes all tools. */
export function ToolFilters({ query: { tool, filter } }: { query: ToolsQuery }) {
  const navigate = useNavigate();
  return (
    <form
      method="get"
      action="/ai-tools"
      className="-mx-(--gutter) flex gap-2 overflow-x-auto px-(--gutter) py-0.5 md:mx-0 md:flex-wrap md:px-0"
      aria-label="Filter the tools"
    >
      {tool ? <input type="hidden" name="tool" value={tool.id} /> : null}
      {TOOL_FILTERS.map((name) => (
        <button
          key={name}
          type="submit"
          name="filter"
          value={name.toLowerCase()}
          aria-pressed={name === filter}
          onClick={(event) => {
            event.preventDefault();
            if (name === filter) return;
            void navigate(buildToolsHref({ tool, filter: name }), {
              preventScrollReset: true,
              defaultShouldRevalidate: false,
            });
          }}
          className={classNames(
            "shrink-0 rounded-full border px-3 py-1.5 text-sm transition-colors",
            name === filter
              ? "border-accent bg-accent-soft font-semibold text-accent"
              : "border-line bg-surface text-muted hover:border-line-strong hover:text-text",
          )}
        >
          {name}
        </button>
      ))}
    </form>
  );
}
