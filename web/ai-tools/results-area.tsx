import { type RefObject, Suspense } from "react";
import type { Finding } from "#core/ai/analysis.ts";
import type { ToolAnswer } from "#core/ai/export.ts";
import type { StoredConversation } from "#core/ai/history/types.ts";
import { describeLookup } from "#core/ai/lookups.ts";
import { lazyComponent } from "#web/router/lazy-component.tsx";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Icon } from "#web/ui/icon.tsx";
import { isSavedIn } from "./stored-answers.ts";
import type { ToolState } from "./use-answers.ts";

// Loaded on demand. If an update has deleted the files, the answer is shown as plain text.
const Results = lazyComponent(() => import("./results.tsx").catch(() => ({ default: PlainAnswer })));
const EarlierTurns = lazyComponent(() => import("./earlier-turns.tsx").catch(() => ({ default: Nothing })));
const ResultActions = lazyComponent(() => import("./result-actions.tsx").catch(() => ({ default: Nothing })));

export function preloadResults(): void {
  for (const part of [import("./ask-tool.ts"), import("./results.tsx"), import("./result-actions.tsx")])
    part.catch(() => {});
}

interface ResultsAreaProps {
  readonly state: ToolState;
  /** Why an input submitted without JavaScript was rejected. Null if none was. */
  readonly problem: string | null;
  readonly earlierAnswers: readonly ToolAnswer[] | null;
  readonly openedConversation: StoredConversation | null;
  readonly onNewConversation: () => void;
  readonly heading: RefObject<HTMLHeadingElement | null>;
  readonly stopButton: RefObject<HTMLButtonElement | null>;
  readonly onStop: () => void;
  readonly onRegenerate: () => void;
  /** Edits the question of the answer at this index. The last index is that of the current answer. */
  readonly onEditTurn: (index: number) => void;
  readonly onEditInput: () => void;
  readonly onShowLine: (finding: Finding) => void;
}

/** Shows the growing answer. Screen readers announce its start, lookups and end, but not every word. */
export function ResultsArea(props: ResultsAreaProps) {
  const { state, earlierAnswers, openedConversation, onEditTurn } = props;
  const { isRunning, isStopped, answer } = state;
  const lookup = answer?.lookups?.findLast(({ state }) => state === "running");
  return (
    <section
      aria-labelledby="results"
      aria-busy={isRunning}
      className="min-w-0 border-t border-line p-4 sm:p-6 lg:border-s lg:border-t-0 lg:pt-4"
    >
      <div className="sticky top-(--bar-height) z-10 -mx-4 flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-2 bg-surface px-4 py-1.5 sm:-mx-6 sm:px-6">
        <h3
          ref={props.heading}
          id="results"
          tabIndex={-1}
          className="scroll-mt-20 text-sm font-semibold outline-none"
        >
          Results
        </h3>
        <div className="flex flex-wrap items-center gap-2">
          <p role="status" className="flex min-w-0 items-center gap-2 text-sm text-muted">
            {isRunning ? (
              <>
                <span className="flex animate-pulse text-accent">
                  <Icon name="sparkles" size={15} />
                </span>
                AI is thinking...
                {lookup ? <span className="sr-only">{describeLookup(lookup)}</span> : null}
              </>
            ) : isStopped ? (
              <span className="sr-only">Stopped.</span>
            ) : null}
          </p>
          {isRunning ? (
            <Button ref={props.stopButton} size="sm" aria-keyshortcuts="Escape" onClick={props.onStop}>
              <Icon name="square" size={13} />
              Stop
            </Button>
          ) : answer ? (
            <Suspense fallback={null}>
              <ResultActions answer={answer} onRegenerate={props.onRegenerate} />
            </Suspense>
          ) : null}
        </div>
        {answer && earlierAnswers === null ? (
          // On wide screens, the input is next to the answer.
          <QuestionButton label="Edit the input:" className="lg:hidden" onClick={props.onEditInput}>
            {answer.input}
          </QuestionButton>
        ) : null}
      </div>
      {earlierAnswers !== null && (answer || earlierAnswers.length > 0) ? (
        <Suspense fallback={null}>
          <EarlierTurns
            answers={earlierAnswers}
            openedConversation={
              openedConversation &&
              [answer, ...earlierAnswers].some((turn) => turn && isSavedIn(turn, openedConversation.id))
                ? openedConversation
                : null
            }
            isRunning={isRunning}
            isSaved={Boolean((answer ?? earlierAnswers.at(-1))?.saved)}
            onNewConversation={props.onNewConversation}
            onEdit={onEditTurn}
          />
        </Suspense>
      ) : null}
      {answer && earlierAnswers !== null ? (
        <QuestionButton
          label="Edit the question:"
          className="mt-3"
          disabled={isRunning}
          onClick={() => onEditTurn(earlierAnswers.length)}
        >
          {answer.input}
        </QuestionButton>
      ) : null}
      {answer ? (
        <Suspense fallback={null}>
          <Results answer={answer} isGrowing={isRunning} onShowLine={props.onShowLine} />
        </Suspense>
      ) : isRunning ? (
        <AnswerSkeleton />
      ) : (
        <p className="mt-3 rounded-md border border-dashed border-line-strong px-5 py-10 text-center text-sm text-balance text-faint">
          {props.problem ?? "Your answer will appear here as it's written. You can stop, copy or export it."}
        </p>
      )}
    </section>
  );
}

interface QuestionButtonProps {
  readonly label: string;
  readonly className: string;
  readonly disabled?: boolean;
  readonly onClick: () => void;
  readonly children: string;
}

function QuestionButton({ label, className, children, ...rest }: QuestionButtonProps) {
  return (
    <button
      type="button"
      className={classNames(
        "flex w-full min-w-0 items-center gap-2 rounded-md border border-line bg-canvas px-2.5 py-1 text-start text-sm text-muted hover:text-text",
        className,
      )}
      {...rest}
    >
      <Icon name="pencil" size={13} />
      <span className="sr-only">{label}</span>
      <span className="truncate">{children}</span>
    </button>
  );
}

function AnswerSkeleton() {
  return (
    <div aria-hidden="true" className="mt-4 grid animate-pulse gap-3">
      {["w-2/5", "w-full", "w-11/12", "w-3/4"].map((width) => (
        <div key={width} className={`h-4 rounded-sm bg-hover ${width}`} />
      ))}
    </div>
  );
}

function PlainAnswer({ answer }: { answer: ToolAnswer }) {
  return <p className="mt-3 whitespace-pre-wrap">{answer.markdown}</p>;
}

function Nothing() {
  return null;
}
