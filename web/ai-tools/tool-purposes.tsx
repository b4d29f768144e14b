import { TOOLS } from "#core/ai/tools.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Link } from "#web/ui/link.tsx";
import { storeInput } from "./stored-answers.ts";
import { TOOL_TEXTS } from "./tool-texts.ts";
import { buildToolsHref, type ToolsQuery } from "./tools-query.ts";

/** What each tool is good for, with an example to try. Shown before a tool is selected. */
export function ToolPurposes({ query: { filter } }: { query: ToolsQuery }) {
  const tools = TOOLS.filter(({ category }) => filter === "All" || category === filter);
  return (
    <section aria-labelledby="tool-purposes" className="mt-3 border-t border-line pt-6">
      <h2 id="tool-purposes" className="text-lg">
        What each tool is for
      </h2>
      <dl className="mt-4 grid grid-cols-1 gap-x-8 gap-y-5 sm:grid-cols-2 lg:grid-cols-3">
        {tools.map((tool) => {
          const { purpose, examples } = TOOL_TEXTS[tool.id];
          const [example] = examples;
          return (
            <div key={tool.id}>
              <dt className="text-sm font-semibold">{tool.name}</dt>
              <dd className="mt-1 text-sm text-muted">{purpose}</dd>
              {example ? (
                <dd className="mt-1.5 text-sm">
                  <Link
                    to={`${buildToolsHref({ tool, filter, example: 0 })}#tool`}
                    defaultShouldRevalidate={false}
                    onClick={() => storeInput(tool.id, example.input)}
                    className="inline-flex items-center gap-1 rounded-sm text-accent hover:underline"
                  >
                    Try “{example.label}” <Icon name="chevron-right" size={14} />
                  </Link>
                </dd>
              ) : null}
            </div>
          );
        })}
      </dl>
    </section>
  );
}
