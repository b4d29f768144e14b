import { Suspense } from "react";
import type { Finding, Source } from "#core/ai/analysis.ts";
import {
  describeAnsweredBy,
  ENDINGS,
  findCitedSources,
  getToolName,
  type ToolAnswer,
} from "#core/ai/export.ts";
import { describeLookup, type Lookup, type LookupName } from "#core/ai/lookups.ts";
import { formatFullDate } from "#core/full-date.ts";
import { removeSamplePrefix } from "#core/news/sample-title.ts";
import { SampleBadge } from "#web/lists/sample-badge.tsx";
import { lazyComponent } from "#web/router/lazy-component.tsx";
import { formatDay } from "#web/ui/day-time.tsx";
import { Icon } from "#web/ui/icon.tsx";
import type { IconName } from "#web/ui/icon-names.ts";
import { Link } from "#web/ui/link.tsx";
import { arrangeAnswer, trimPartialTable } from "./arrange-answer.ts";
import { FindingList } from "./finding-list.tsx";
import { MarkdownText } from "./markdown/markdown-text.tsx";

const AnswerChart = lazyComponent(() =>
  import("./charts/answer-chart.tsx").catch(() => ({ default: ChartUnavailable })),
);

interface ResultsProps {
  readonly answer: ToolAnswer;
  readonly isGrowing: boolean;
  readonly onShowLine: (finding: Finding) => void;
}

export default function Results({ answer, isGrowing, onShowLine }: ResultsProps) {
  const { tool, input, sources, chart, findings, time } = answer;
  const ending = isGrowing ? null : ENDINGS[answer.ending];
  const { before, after, collapsed, end } = arrangeAnswer(answer);
  // An answer that was stopped during a lookup no longer waits for it.
  const lookups = (answer.lookups ?? []).filter(({ state }) => isGrowing || state !== "running");
  return (
    <div className="tool-answer print-alone mt-3 grid grid-cols-1 gap-6">
      <div className="print-only hidden">
        <p className="text-2xl font-bold">{getToolName(tool)}</p>
        <pre className="mt-3 rounded-md border border-line p-3 font-mono text-xs whitespace-pre-wrap">
          {input}
        </pre>
      </div>
      <div>
        {lookups.length > 0 ? <LookupList lookups={lookups} /> : null}
        <MarkdownText
          markdown={isGrowing ? trimPartialTable(before) : before}
          sources={sources}
          parentLevel={3}
        />
        {ending ? (
          <p className="mt-4 rounded-md bg-warning-soft px-3 py-2 text-sm text-warning">{ending}</p>
        ) : null}
      </div>
      {answer.answeredBy === "model" && (chart || findings.length > 0) ? (
        <p className="border-t border-line pt-3 text-sm text-muted">
          The following was calculated by this site's built-in analyzer, not by the model.
        </p>
      ) : null}
      {chart ? (
        <Suspense fallback={null}>
          <AnswerChart chart={chart} />
        </Suspense>
      ) : null}
      {findings.length > 0 ? (
        <FindingList findings={findings} totals={answer.findingCounts} onShowLine={onShowLine} />
      ) : null}
      {after ? <MarkdownText markdown={after} sources={sources} parentLevel={3} /> : null}
      {collapsed ? (
        <details className="answer-collapsed group">
          <summary className="inline-flex list-none items-center gap-1 rounded-sm font-semibold hover:text-accent">
            <Icon name="chevron-right" size={14} className="transition-transform group-open:rotate-90" />
            {collapsed.title}
          </summary>
          <div className="mt-3">
            <MarkdownText markdown={collapsed.markdown} sources={sources} parentLevel={3} />
          </div>
        </details>
      ) : null}
      {end ? <MarkdownText markdown={end} sources={sources} parentLevel={3} /> : null}
      <SourceList answer={answer} isGrowing={isGrowing} />
      {isGrowing ? null : (
        <p className="border-t border-line pt-3 text-xs text-faint">
          Answered by {describeAnsweredBy(answer)}, <time dateTime={time}>{formatFullDate(time)}</time>
          {answer.saved ? " · Saved in your history" : ""}
        </p>
      )}
    </div>
  );
}

function ChartUnavailable() {
  return <p className="text-sm text-muted">The chart couldn't be loaded. Reload the page to see it.</p>;
}

const LOOKUP_ICONS: Readonly<Record<LookupName, IconName>> = {
  search_site: "search",
  get_prices: "chart-line",
  get_news: "newspaper",
  scan_contract: "shield-alert",
};

function LookupList({ lookups }: { lookups: readonly Lookup[] }) {
  return (
    <ul aria-label="Lookups" className="mb-4 grid grid-cols-1 gap-1 text-sm text-muted">
      {lookups.map((lookup, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lookups are only appended
        <li key={index} className="flex min-w-0 items-start gap-2">
          <span className={lookup.state === "running" ? "mt-0.5 animate-pulse text-accent" : "mt-0.5"}>
            <Icon name={lookup.state === "failed" ? "x" : LOOKUP_ICONS[lookup.name]} size={15} />
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

function SourceList({ answer, isGrowing }: { answer: ToolAnswer; isGrowing: boolean }) {
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
  // The badge already marks the source as a sample.
  const title = removeSamplePrefix(fullTitle, isSample);
  return (
    <li
      key={number}
      id={`source-${number}`}
      tabIndex={-1}
      className="flex scroll-my-20 gap-2 rounded-sm focus:bg-accent-soft focus:outline-hidden"
    >
      <span className="figures shrink-0 text-faint">[{number}]</span>
      <span className="min-w-0">
        {path === null ? (
          <bdi>{title}</bdi>
        ) : (
          <Link to={path} dir="auto" className="text-accent text-link">
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
