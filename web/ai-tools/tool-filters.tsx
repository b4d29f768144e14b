import { useNavigate } from "react-router";
import { TOOL_FILTERS } from "#core/ai/tools.ts";
import { classNames } from "#web/ui/class-names.ts";
import { buildToolsHref, type ToolsQuery } from "./tools-query.ts";

/** The card filter. All cards are on the page, so with scripts it needs no request. */
export function ToolFilters({ query: { tool, filter } }: { query: ToolsQuery }) {
  const navigate = useNavigate();
  return (
    <form
      method="get"
      action="/ai-tools"
      className="-mx-4 flex gap-2 overflow-x-auto px-4 py-0.5 md:mx-0 md:flex-wrap md:px-0"
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
