import { useEffect, useId, useRef, useState } from "react";
import type { Finding } from "#core/ai/analysis.ts";
import type { ToolAnswer } from "#core/ai/export.ts";
import type { StoredConversation } from "#core/ai/history/types.ts";
import type { Tool } from "#core/ai/tools.ts";
import { findLine } from "./find-line.ts";
import { type EditedTurn, InputForm, type SubmittedInput } from "./input-form.tsx";
import type { ModelOption } from "./model-select.tsx";
import { ResultsArea } from "./results-area.tsx";
import { storeInput } from "./stored-answers.ts";
import { ToolIcon } from "./tool-cards.tsx";
import type { ToolsQuery } from "./tools-query.ts";
import type { ToolState } from "./use-answers.ts";

interface ToolPanelProps {
  readonly tool: Tool;
  readonly query: ToolsQuery;
  readonly state: ToolState;
  readonly leftToday: number | null;
  readonly models: readonly ModelOption[];
  readonly submittedInput: SubmittedInput | null;
  /** `from`: the index of the first answer to replace. The answers after it are replaced as well. */
  readonly onAnalyze: (input: string, from?: number) => void;
  readonly onStop: () => void;
  readonly earlierAnswers: readonly ToolAnswer[] | null;
  readonly openedConversation: StoredConversation | null;
  readonly onNewConversation: () => void;
}

export function ToolPanel(props: ToolPanelProps) {
  const { tool, query, state, earlierAnswers, submittedInput, onAnalyze, onStop } = props;
  const { isRunning, answer } = state;
  const id = useId();
  const textarea = useRef<HTMLTextAreaElement>(null);
  const stopButton = useRef<HTMLButtonElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const [editedTurn, setEditedTurn] = useState<EditedTurn | null>(null);

  // When a run starts or ends, the focused control is disabled or removed. Focus its replacement, unless
  // the user has focused something else. Some browsers keep a disabled control focused until the next frame.
  const wasRunning = useRef(isRunning);
  useEffect(() => {
    if (wasRunning.current === isRunning) return;
    wasRunning.current = isRunning;
    if (isRunning) scrollToResults(heading.current);
    else if (!answer) scrollToInput(textarea.current);
    const focusedElement = document.activeElement;
    if (focusedElement && focusedElement !== document.body && !focusedElement.matches(":disabled")) return;
    const target = isRunning ? stopButton : answer ? heading : textarea;
    target.current?.focus({ preventScroll: true });
  }, [isRunning, answer]);

  // Escape stops the run, unless the user is typing or Escape closes something else.
  useEffect(() => {
    if (!isRunning) return;
    const stopOnEscape = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented) return;
      const { target } = event;
      if (target instanceof Element && target.closest("input, textarea, select, dialog, [popover]")) return;
      onStop();
    };
    document.addEventListener("keydown", stopOnEscape);
    return () => document.removeEventListener("keydown", stopOnEscape);
  }, [isRunning, onStop]);

  // A run that ended before its first word leaves the conversation as it was, so the question is still being edited.
  useEffect(() => {
    if (isRunning || editedTurn === null || answer === editedTurn.lastAnswer) return;
    setEditedTurn(null);
    if (editedTurn.draft !== null) fillInput(textarea.current, tool.id, editedTurn.draft);
  }, [isRunning, editedTurn, answer, tool.id]);

  function editTurn(index: number) {
    const field = textarea.current;
    const turns = [...(earlierAnswers ?? []), ...(answer ? [answer] : [])];
    const turn = turns[index];
    if (!field || !turn) return;
    const typedText = editedTurn ? (editedTurn.draft ?? "") : field.value;
    const isUnsent = typedText.trim() !== "" && turns.every(({ input }) => input !== typedText);
    setEditedTurn({ index, draft: isUnsent ? typedText : null, lastAnswer: answer });
    fillInput(field, tool.id, turn.input);
    focusInput();
  }

  function cancelEdit() {
    if (editedTurn) fillInput(textarea.current, tool.id, editedTurn.draft ?? answer?.input ?? "");
    setEditedTurn(null);
    textarea.current?.focus();
  }

  function showLine({ line, code }: Finding) {
    const field = textarea.current;
    if (!field || field.disabled) return;
    const range = findLine(field.value, line, code);
    field.focus({ preventScroll: true });
    field.setSelectionRange(range.from, range.to);
    field.scrollTop = (range.line - 3) * Number.parseFloat(getComputedStyle(field).lineHeight);
    field.scrollIntoView({ block: "center" });
  }

  function focusInput() {
    textarea.current?.focus({ preventScroll: true });
    textarea.current?.scrollIntoView({ block: "center" });
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
          query={query}
          isRunning={isRunning}
          leftToday={props.leftToday}
          models={props.models}
          submittedInput={submittedInput}
          textarea={textarea}
          editedTurn={editedTurn}
          onCancelEdit={cancelEdit}
          onAnalyze={(input) => onAnalyze(input, editedTurn?.index)}
        />
        <ResultsArea
          state={state}
          problem={submittedInput?.problem ?? null}
          earlierAnswers={earlierAnswers}
          openedConversation={props.openedConversation}
          onNewConversation={() => {
            setEditedTurn(null);
            props.onNewConversation();
          }}
          heading={heading}
          stopButton={stopButton}
          onStop={onStop}
          onRegenerate={() => {
            if (answer) onAnalyze(answer.input, earlierAnswers?.length ?? 0);
          }}
          onEditTurn={editTurn}
          onEditInput={focusInput}
          onShowLine={showLine}
        />
      </div>
    </section>
  );
}

function fillInput(field: HTMLTextAreaElement | null, tool: Tool["id"], input: string): void {
  if (!field) return;
  field.value = input;
  storeInput(tool, input);
}

/** Scrolls on small screens only. Also interrupts a scroll to the results that is still in progress. */
function scrollToInput(field: HTMLElement | null): void {
  if (matchMedia("(width < 64rem)").matches) field?.scrollIntoView({ behavior: "instant", block: "center" });
}

/** On small screens the results start below the input, so scroll to them. */
function scrollToResults(heading: HTMLElement | null): void {
  if (!heading || heading.getBoundingClientRect().top < window.innerHeight * 0.7) return;
  const isMotionReduced = matchMedia("(prefers-reduced-motion: reduce)").matches;
  heading.scrollIntoView({ behavior: isMotionReduced ? "instant" : "smooth" });
}
