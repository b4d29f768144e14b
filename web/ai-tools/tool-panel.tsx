import { useEffect, useId, useRef } from "react";
import type { Finding } from "#core/ai/analysis.ts";
import type { Tool } from "#core/ai/tools.ts";
import type { ToolsAddress } from "./address.ts";
import { findLine } from "./find-line.ts";
import { InputForm, type SentInput } from "./input-form.tsx";
import { ResultsArea } from "./results-area.tsx";
import { ToolIcon } from "./tool-cards.tsx";
import type { ToolState } from "./use-answers.ts";

interface ToolPanelProps {
  readonly tool: Tool;
  readonly address: ToolsAddress;
  readonly state: ToolState;
  /** How many more answers the viewer can get today; null if unknown. */
  readonly leftToday: number | null;
  readonly sent: SentInput | null;
  readonly onAnalyze: (input: string) => void;
  readonly onStop: () => void;
}

/** One tool with its input and results. */
export function ToolPanel({ tool, address, state, leftToday, sent, onAnalyze, onStop }: ToolPanelProps) {
  const { isRunning, answer } = state;
  const id = useId();
  const textarea = useRef<HTMLTextAreaElement>(null);
  const stopButton = useRef<HTMLButtonElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);

  // The focused control is disabled when a run starts and removed when it ends, so move the focus to its replacement,
  // unless the user has moved it elsewhere. The page doesn't scroll. Some browsers keep a disabled control focused
  // until the next frame.
  const wasRunning = useRef(isRunning);
  useEffect(() => {
    if (wasRunning.current === isRunning) return;
    wasRunning.current = isRunning;
    if (isRunning) showResults(heading.current);
    const focused = document.activeElement;
    if (focused && focused !== document.body && !focused.matches(":disabled")) return;
    const next = isRunning ? stopButton : answer ? heading : textarea;
    next.current?.focus({ preventScroll: true });
  }, [isRunning, answer]);

  function goTo({ line, code }: Finding) {
    const field = textarea.current;
    if (!field || field.disabled) return;
    const place = findLine(field.value, line, code);
    field.focus({ preventScroll: true });
    field.setSelectionRange(place.from, place.to);
    field.scrollTop = (place.line - 3) * Number.parseFloat(getComputedStyle(field).lineHeight);
    field.scrollIntoView({ block: "center" });
  }

  return (
    <section
      id="tool"
      aria-labelledby={`${id}-name`}
      className="scroll-mt-18 rounded-lg border border-line bg-surface"
    >
      <header className="flex items-center gap-3 border-b border-line p-4 sm:px-6">
        <ToolIcon tool={tool.id} />
        <div className="min-w-0">
          <h2 id={`${id}-name`} className="text-lg leading-tight">
            {tool.name}
          </h2>
          <p className="text-sm text-muted">{tool.description}</p>
        </div>
      </header>
      <div className="grid grid-cols-1 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
        <InputForm
          tool={tool.id}
          address={address}
          isRunning={isRunning}
          leftToday={leftToday}
          sent={sent}
          textarea={textarea}
          onAnalyze={onAnalyze}
        />
        <ResultsArea state={state} heading={heading} stopButton={stopButton} onStop={onStop} onGoTo={goTo} />
      </div>
    </section>
  );
}

/** On small screens the results start below the input, so scroll to them. */
function showResults(heading: HTMLElement | null): void {
  if (!heading || heading.getBoundingClientRect().top < window.innerHeight * 0.7) return;
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  heading.scrollIntoView({ behavior: isStill ? "instant" : "smooth" });
}
