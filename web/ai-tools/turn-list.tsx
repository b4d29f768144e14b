import { memo } from "react";
import { findCitedSources, type ToolAnswer } from "#core/ai/export.ts";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Link } from "#web/ui/link.tsx";
import { MarkdownText } from "./markdown/markdown-text.tsx";

interface TurnListProps {
  readonly answers: readonly ToolAnswer[];
  readonly isRunning?: boolean;
  /** The level of the heading above the list. */
  readonly parentLevel?: number;
  readonly onEdit?: (index: number) => void;
}

/**
 * Earlier questions. Expanding one shows its answer. Memoized, so that the list isn't rerendered for every chunk of the
 * answer that is being streamed.
 */
export const TurnList = memo(function TurnList({
  answers,
  isRunning,
  parentLevel = 3,
  onEdit,
}: TurnListProps) {
  return (
    <ol className="grid grid-cols-1 gap-1 text-sm">
      {answers.map((answer, index) => (
        <li key={answer.saved?.turn ?? answer.time} className="flex items-start gap-1">
          <details className="turn min-w-0 flex-1">
            <summary dir="auto" className="cursor-pointer truncate py-1 text-muted hover:text-text">
              {answer.input}
            </summary>
            <div className="py-2 ps-4">
              {/* Without sources, because citation links would lead to those of the current answer. */}
              <MarkdownText markdown={answer.markdown} sources={[]} parentLevel={parentLevel} />
              <CitedSources answer={answer} />
            </div>
          </details>
          {onEdit ? (
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
          ) : null}
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
            <bdi>{title}</bdi>
          ) : (
            <Link to={path} dir="auto" className="min-w-0 text-accent text-link">
              {title}
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}
