import type { ReactNode } from "react";
import { TOOLS } from "#core/ai/tools.ts";
import { Icon } from "#web/ui/icon.tsx";
import type { IconName } from "#web/ui/icon-names.ts";
import { Link } from "#web/ui/link.tsx";
import { storeInput } from "./stored-answers.ts";
import { TOOL_TEXTS } from "./tool-texts.ts";
import { buildToolsHref, type ToolsQuery } from "./tools-query.ts";

/** Shown before a tool is selected: what each is good for, with an example to try, and what answers are based on. */
export function ToolsIntro({ query: { filter }, usesModel }: { query: ToolsQuery; usesModel: boolean }) {
  const tools = TOOLS.filter(({ category }) => filter === "All" || category === filter);
  return (
    <>
      <Section id="tool-purposes" title="What each tool is for" columnClasses="sm:grid-cols-2 lg:grid-cols-3">
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
                    className="inline-flex items-center gap-1 rounded-sm text-accent text-link"
                  >
                    Try “{example.label}” <Icon name="chevron-right" size={14} />
                  </Link>
                </dd>
              ) : null}
            </div>
          );
        })}
      </Section>
      <Section id="about-answers" title="How it works" columnClasses="sm:grid-cols-3">
        <Point icon="newspaper" title="Sources">
          This site's news, forum and price history. Answers cite the articles and posts they use and link to
          them.
        </Point>
        <Point
          icon="sparkles"
          title={usesModel ? "An AI model and built-in analyzers" : "Built-in analyzers, no AI model"}
        >
          {usesModel
            ? "Built-in analyzers do the calculations. A language model writes the answer. It can look things up on this site, and it can be wrong."
            : "Results are computed on this server. Nothing you type is sent anywhere else."}
        </Point>
        <Point icon="file-text" title="Copy, print or export">
          Stop an answer at any time. Copy it, print it, or save it as Markdown or JSON.
        </Point>
      </Section>
    </>
  );
}

interface SectionProps {
  readonly id: string;
  readonly title: string;
  readonly columnClasses: string;
  readonly children: ReactNode;
}

function Section({ id, title, columnClasses, children }: SectionProps) {
  return (
    <section aria-labelledby={id} className="mt-3 border-t border-line pt-6">
      <h2 id={id} className="text-lg">
        {title}
      </h2>
      <dl className={`mt-4 grid grid-cols-1 gap-x-8 gap-y-5 ${columnClasses}`}>{children}</dl>
    </section>
  );
}

function Point({ icon, title, children }: { icon: IconName; title: string; children: string }) {
  return (
    <div>
      <dt className="flex items-start gap-2 text-sm font-semibold">
        <span className="mt-0.5 text-accent">
          <Icon name={icon} />
        </span>
        {title}
      </dt>
      <dd className="mt-1.5 text-sm text-muted">{children}</dd>
    </div>
  );
}
