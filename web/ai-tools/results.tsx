import { Suspense } from "react";
import type { Finding } from "#core/ai/analysis.ts";
import { ENDINGS, formatTime, getAuthorName, getToolName, type ToolAnswer } from "#core/ai/export.ts";
import { lazyComponent } from "#web/router/lazy-component.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { arrangeAnswer, trimPartialTable } from "./arrange-answer.ts";
import { FindingList } from "./finding-list.tsx";
import { LookupList } from "./lookup-list.tsx";
import { MarkdownText } from "./markdown/markdown-text.tsx";
import { SourceList } from "./source-list.tsx";

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
    <div className="tool-answer mt-3 grid grid-cols-1 gap-6">
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
      {findings.length > 0 ? <FindingList findings={findings} onShowLine={onShowLine} /> : null}
      {after ? <MarkdownText markdown={after} sources={sources} parentLevel={3} /> : null}
      {collapsed ? (
        <details className="answer-method group">
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
          Answered by {getAuthorName(answer)}, <time dateTime={time}>{formatTime(time)}</time>
          {answer.saved ? " · Saved in your history" : ""}
        </p>
      )}
    </div>
  );
}

function ChartUnavailable() {
  return <p className="text-sm text-muted">The chart couldn't be loaded. Reload the page to see it.</p>;
}
