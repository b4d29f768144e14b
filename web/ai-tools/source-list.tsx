import type { Source } from "#core/ai/analysis.ts";
import { findCitedSources, type ToolAnswer } from "#core/ai/export.ts";
import { removeSamplePrefix } from "#core/news/sample-title.ts";
import { formatDay } from "#web/ui/format-day.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Link } from "#web/ui/link.tsx";
import { SampleBadge } from "#web/ui/sample-badge.tsx";

export function SourceList({ answer, isGrowing }: { answer: ToolAnswer; isGrowing: boolean }) {
  const citedSources = findCitedSources(answer);
  const otherSources = isGrowing ? [] : answer.sources.filter((source) => !citedSources.includes(source));
  return (
    <>
      {citedSources.length > 0 ? (
        <section aria-labelledby="answer-sources">
          <h4 id="answer-sources" className="text-sm font-semibold">
            Sources
          </h4>
          <ol className="mt-2 grid gap-1.5 text-sm">{citedSources.map(renderSource)}</ol>
        </section>
      ) : null}
      {otherSources.length > 0 ? (
        <details className="group print:hidden">
          <summary className="inline-flex list-none items-center gap-1 rounded-sm text-sm text-muted hover:text-text">
            <Icon name="chevron-right" size={14} className="transition-transform group-open:rotate-90" />
            {otherSources.length === 1 ? "1 other source" : `${otherSources.length} other sources`} found on
            this site
          </summary>
          <ol className="mt-2 grid gap-1.5 text-sm">{otherSources.map(renderSource)}</ol>
        </details>
      ) : null}
    </>
  );
}

function renderSource({ number, title: fullTitle, path, attribution, date, isSample }: Source) {
  // The badge already marks it as a sample.
  const title = removeSamplePrefix(fullTitle, isSample);
  return (
    <li
      key={number}
      id={`source-${number}`}
      tabIndex={-1}
      className="flex scroll-my-20 gap-2 rounded-sm focus:bg-accent-soft focus:outline-none"
    >
      <span className="figures shrink-0 text-faint">[{number}]</span>
      <span className="min-w-0">
        {path === null ? (
          title
        ) : (
          <Link to={path} className="text-accent hover:underline">
            {title}
          </Link>
        )}{" "}
        <span className="text-faint">
          {attribution}
          {date ? (
            <>
              ,{" "}
              <time dateTime={date} className="whitespace-nowrap">
                {formatDay(date.slice(0, 10))}
              </time>
            </>
          ) : null}
        </span>{" "}
        {isSample ? <SampleBadge title="Sample content, made up for demonstration." /> : null}
      </span>
    </li>
  );
}
