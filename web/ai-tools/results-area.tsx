import { type RefObject, Suspense } from "react";
import type { Finding } from "#core/ai/analysis.ts";
import type { ToolAnswer } from "#core/ai/export.ts";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import type { ToolState } from "./use-answers.ts";

// Loaded on demand. If the files are gone after an update, the answer is still shown as plain text.
const Results = lazyPart(() => import("./results.tsx").catch(() => ({ default: PlainAnswer })));
const ResultActions = lazyPart(() => import("./result-actions.tsx").catch(() => ({ default: Nothing })));

/** Preloads the code that shows an answer. */
export function loadResults(): void {
  for (const part of [import("./ask-tool.ts"), import("./results.tsx"), import("./result-actions.tsx")])
    part.catch(() => {});
}

interface ResultsAreaProps {
  readonly state: ToolState;
  readonly heading: RefObject<HTMLHeadingElement | null>;
  readonly stopButton: RefObject<HTMLButtonElement | null>;
  readonly onStop: () => void;
  readonly onGoTo: (finding: Finding) => void;
}

/** Shows the growing answer. Screen readers announce its start and end, not every word. */
export function ResultsArea({ state, heading, stopButton, onStop, onGoTo }: ResultsAreaProps) {
  const { isRunning, isStopped, answer } = state;
  return (
    <section
      aria-labelledby="results"
      aria-busy={isRunning}
      className="tool-results min-w-0 border-t border-line p-4 sm:p-6 lg:border-s lg:border-t-0"
    >
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h3
          ref={heading}
          id="results"
          tabIndex={-1}
          className="scroll-mt-20 text-sm font-semibold outline-none"
        >
          Results
        </h3>
        <div className="flex items-center gap-2 print:hidden">
          <p role="status" className="flex items-center gap-2 text-sm text-muted">
            {isRunning ? (
              <>
                <span className="flex animate-pulse text-accent">
                  <Icon name="sparkles" size={15} />
                </span>
                AI is thinking...
              </>
            ) : isStopped ? (
              <span className="sr-only">Stopped.</span>
            ) : null}
          </p>
          {isRunning ? (
            <Button ref={stopButton} size="sm" onClick={onStop}>
              <Icon name="square" size={13} />
              Stop
            </Button>
          ) : answer ? (
            <Suspense fallback={null}>
              <ResultActions answer={answer} />
            </Suspense>
          ) : null}
        </div>
      </div>
      {answer ? (
        <Suspense fallback={null}>
          <Results answer={answer} isGrowing={isRunning} onGoTo={onGoTo} />
        </Suspense>
      ) : isRunning ? (
        <Lines />
      ) : (
        <p className="mt-3 rounded-md border border-dashed border-line-strong px-5 py-10 text-center text-sm text-faint">
          Your answer will appear here. You can read it's written, stop it, copy it and export it.
        </p>
      )}
    </section>
  );
}

/** A placeholder for the answer. */
function Lines() {
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
