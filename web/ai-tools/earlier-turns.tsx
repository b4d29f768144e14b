import type { ToolAnswer } from "#core/ai/export.ts";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { MarkdownText } from "./markdown/markdown-text.tsx";

interface EarlierTurnsProps {
  readonly answers: readonly ToolAnswer[];
  readonly isRunning: boolean;
  readonly onClear: () => void;
  /** Edits the question of the answer at this index. */
  readonly onEdit: (index: number) => void;
}

/** The conversation before the current answer, one line per question. */
export default function EarlierTurns({ answers, isRunning, onClear, onEdit }: EarlierTurnsProps) {
  return (
    <section
      aria-label="Conversation"
      className="mt-3 grid grid-cols-1 gap-2 border-b border-line pb-3 print:hidden"
    >
      {answers.length > 0 ? (
        <ol className="grid grid-cols-1 gap-1 text-sm">
          {answers.map(({ input, markdown, time }, index) => (
            <li key={time} className="flex items-start gap-1">
              <details className="min-w-0 flex-1">
                <summary className="cursor-pointer truncate text-muted hover:text-text">{input}</summary>
                <div className="py-2 ps-4">
                  {/* Its citations would point at the current answer's sources. */}
                  <MarkdownText markdown={markdown} sources={[]} parentLevel={3} />
                </div>
              </details>
              <Button
                size="sm"
                variant="quiet"
                disabled={isRunning}
                title="Edit and resend"
                aria-label={`Edit the question: ${input.slice(0, 100)}`}
                onClick={() => onEdit(index)}
              >
                <Icon name="pencil" size={13} />
              </Button>
            </li>
          ))}
        </ol>
      ) : null}
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-xs text-faint">
          You can ask a follow-up, such as “Explain it more simply” or “Why?”. The conversation stays in this
          tab.
        </p>
        <Button size="sm" disabled={isRunning} onClick={onClear}>
          New conversation
        </Button>
      </div>
    </section>
  );
}
