import { Suspense } from "react";
import { Link } from "react-router";
import type { Finding, Source } from "#core/ai/analysis.ts";
import { ENDINGS, nameOfAuthor, nameOfTool, type ToolAnswer, writeTime } from "#core/ai/export.ts";
import { SampleBadge } from "#web/news/badges.tsx";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { FindingList } from "./finding-list.tsx";
import { MarkdownText } from "./markdown/markdown-text.tsx";

// Loaded with the first picture.
const AnswerPicture = lazyPart(() => import("./pictures/answer-picture.tsx"));

interface ResultsProps {
  readonly answer: ToolAnswer;
  readonly isGrowing: boolean;
  readonly onGoTo: (finding: Finding) => void;
}

/** An answer: its words, what there is to look at, what was found, and what it rests on. */
export default function Results({ answer, isGrowing, onGoTo }: ResultsProps) {
  const { tool, input, markdown, sources, picture, findings, time } = answer;
  const ending = isGrowing ? null : ENDINGS[answer.ending];
  return (
    <div className="tool-answer mt-3 grid grid-cols-1 gap-6">
      <div className="print-only hidden">
        <p className="text-2xl font-bold">{nameOfTool(tool)}</p>
        <pre className="mt-3 rounded-md border border-line p-3 font-mono text-xs whitespace-pre-wrap">
          {input}
        </pre>
      </div>
      <div>
        <MarkdownText markdown={markdown} sources={sources} under={3} />
        {ending ? (
          <p className="mt-4 rounded-md bg-warning-soft px-3 py-2 text-sm text-warning">{ending}</p>
        ) : null}
      </div>
      {picture ? (
        <Suspense fallback={null}>
          <AnswerPicture picture={picture} />
        </Suspense>
      ) : null}
      {findings.length > 0 ? <FindingList findings={findings} onGoTo={onGoTo} /> : null}
      {sources.length > 0 ? <SourceList sources={sources} /> : null}
      {isGrowing ? null : (
        <p className="border-t border-line pt-3 text-xs text-faint">
          Answered by {nameOfAuthor(answer)}, <time dateTime={time}>{writeTime(time)}</time>
        </p>
      )}
    </div>
  );
}

function SourceList({ sources }: { sources: readonly Source[] }) {
  return (
    <section aria-labelledby="answer-sources">
      <h4 id="answer-sources" className="text-sm font-semibold">
        Sources
      </h4>
      <ol className="mt-2 grid gap-1.5 text-sm">
        {sources.map(({ number, title, path, by, date, isSample }) => (
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
                {by}
                {date ? (
                  <>
                    , <time dateTime={date}>{date.slice(0, 10)}</time>
                  </>
                ) : null}
              </span>{" "}
              {isSample ? <SampleBadge why="Made up, so that there is something to read." /> : null}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
