import { memo, useCallback, useRef } from "react";
import { findCitedSources, type ToolAnswer } from "#core/ai/export.ts";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Link } from "#web/ui/link.tsx";
import { MarkdownText } from "./markdown/markdown-text.tsx";

interface EarlierTurnsProps {
  readonly answers: readonly ToolAnswer[];
  readonly isRunning: boolean;
  /** Whether the conversation is in the member's history. */
  readonly isSaved: boolean;
  readonly onClear: () => void;
  /** Edits the question of the answer at this index. */
  readonly onEdit: (index: number) => void;
}

/** The conversation before the current answer, one line per question. */
export default function EarlierTurns({ answers, isRunning, isSaved, onClear, onEdit }: EarlierTurnsProps) {
  const latestOnEdit = useRef(onEdit);
  latestOnEdit.current = onEdit;
  const edit = useCallback((index: number) => latestOnEdit.current(index), []);
  return (
    <section
      aria-label="Conversation"
      className="mt-3 grid grid-cols-1 gap-2 border-b border-line pb-3 print:hidden"
    >
      {answers.length > 0 ? <Turns answers={answers} isRunning={isRunning} onEdit={edit} /> : null}
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-xs text-faint">
          You can ask a follow-up, such as “Explain it more simply” or “Why?”.{" "}
          {isSaved ? "The conversation is saved in your history." : "The conversation stays in this tab."}
        </p>
        <Button size="sm" disabled={isRunning} onClick={onClear}>
          New conversation
        </Button>
      </div>
    </section>
  );
}

type TurnsProps = Pick<EarlierTurnsProps, "answers" | "isRunning" | "onEdit">;

/** Not rendered again for each piece of the current answer. */
const Turns = memo(function Turns({ answers, isRunning, onEdit }: TurnsProps) {
  return (
    <ol className="grid grid-cols-1 gap-1 text-sm">
      {answers.map((answer, index) => (
        <li key={answer.saved?.turn ?? answer.time} className="flex items-start gap-1">
          <details className="min-w-0 flex-1">
            <summary className="cursor-pointer truncate py-1 text-muted hover:text-text">
              {answer.input}
            </summary>
            <div className="py-2 ps-4">
              {/* Its citations would point at the current answer's sources. */}
              <MarkdownText markdown={answer.markdown} sources={[]} parentLevel={3} />
              <CitedSources answer={answer} />
            </div>
          </details>
          <Button
            size="sm"
            variant="quiet"
            disabled={isRunning}
            title="Edit and resend"
            aria-label={`Edit the question: ${answer.input.slice(0, 100)}`}
            onClick={() => onEdit(index)}
          >
            <Icon name="pencil" size={13} />
          </Button>
        </li>
      ))}
    </ol>
  );
});

function CitedSources({ answer }: { answer: ToolAnswer }) {
  const sources = findCitedSources(answer);
  if (sources.length === 0) return null;
  return (
    <ul aria-label="Sources" className="mt-2 grid gap-1 text-muted">
      {sources.map(({ number, title, path }) => (
        <li key={number} className="flex gap-2">
          <span className="figures shrink-0 text-faint">[{number}]</span>
          {path === null ? (
            title
          ) : (
            <Link to={path} className="min-w-0 text-accent hover:underline">
              {title}
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}
