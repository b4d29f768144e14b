import { memo } from "react";
import type { ToolAnswer } from "#core/ai/export.ts";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { TurnAnswer } from "./turn-answer.tsx";

interface TurnListProps {
  readonly answers: readonly ToolAnswer[];
  readonly isRunning?: boolean;
  /** Edits the question of the answer at this index. */
  readonly onEdit?: (index: number) => void;
}

/** One line per question, with its answer inside. Not rendered again for each piece of the current answer. */
export const TurnList = memo(function TurnList({ answers, isRunning, onEdit }: TurnListProps) {
  return (
    <ol className="grid grid-cols-1 gap-1 text-sm">
      {answers.map((answer, index) => (
        <li key={answer.saved?.turn ?? answer.time} className="flex items-start gap-1">
          <details className="min-w-0 flex-1">
            <summary className="cursor-pointer truncate py-1 text-muted hover:text-text">
              {answer.input}
            </summary>
            <div className="py-2 ps-4">
              <TurnAnswer answer={answer} parentLevel={3} />
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
