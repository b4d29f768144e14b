import { type KeyboardEvent, type RefObject, useId, useLayoutEffect, useState } from "react";
import type { ToolAnswer } from "#core/ai/export.ts";
import { INPUT_LIMIT } from "#core/ai/limits.ts";
import type { ToolId } from "#core/ai/tools.ts";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { FieldNote } from "#web/ui/field-note.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { INPUT_CLASSES } from "#web/ui/input-classes.ts";
import { Link } from "#web/ui/link.tsx";
import { dismissErrors, toast } from "#web/ui/toast.tsx";
import { findInputProblem } from "./messages.ts";
import { preloadResults } from "./results-area.tsx";
import { readStoredInput, storeInput } from "./stored-answers.ts";
import { TOOL_TEXTS } from "./tool-texts.ts";
import { type ToolsQuery, toolsHref } from "./tools-query.ts";

/** What was submitted without scripts, and why it was rejected. */
export interface SubmittedInput {
  readonly input: string;
  readonly problem: string | null;
  readonly answer: ToolAnswer | null;
}

interface InputFormProps {
  readonly tool: ToolId;
  readonly query: ToolsQuery;
  readonly isRunning: boolean;
  readonly leftToday: number | null;
  readonly submitted: SubmittedInput | null;
  readonly textarea: RefObject<HTMLTextAreaElement | null>;
  readonly onAnalyze: (input: string) => void;
}

export function InputForm(props: InputFormProps) {
  const { tool, query, isRunning, leftToday, submitted, textarea, onAnalyze } = props;
  const { placeholder, note, examples } = TOOL_TEXTS[tool];
  const id = useId();
  const [problem, setProblem] = useState(submitted?.problem ?? null);
  // Without scripts, a follow-up continues the conversation that the last answer was saved in.
  const conversation = submitted?.answer?.saved?.conversation ?? query.conversation;
  const initialInput = submitted?.input ?? examples[query.example ?? -1]?.input ?? "";

  useLayoutEffect(() => {
    const field = textarea.current;
    if (!field) return;
    // Input typed before hydration or submitted with the form is newer than the stored input.
    if (field.value === initialInput && !submitted) field.value = readStoredInput(tool) || initialInput;
    storeInput(tool, field.value);
  }, [tool, initialInput, submitted, textarea]);

  function submit() {
    const input = textarea.current?.value ?? "";
    const inputProblem = findInputProblem(input, INPUT_LIMIT);
    setProblem(inputProblem);
    if (!inputProblem) {
      dismissErrors();
      return onAnalyze(input);
    }
    toast({ title: "Error", description: inputProblem, destructive: true });
    textarea.current?.focus();
  }

  function fill(input: string) {
    const field = textarea.current;
    if (!field || field.disabled) return;
    setProblem(null);
    field.focus();
    field.select();
    // Deprecated, but the only way to change the text so that the user can undo it.
    if (!document.execCommand("insertText", false, input)) field.value = input;
    field.setSelectionRange(0, 0);
    field.scrollTop = 0;
    storeInput(tool, field.value);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    submit();
  }

  return (
    <form
      method="post"
      action={`${toolsHref({ ...query, conversation })}#results`}
      className="tool-form grid grid-cols-1 content-start gap-4 p-4 sm:p-6 lg:sticky lg:top-14 lg:self-start"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div>
        <label htmlFor={`${id}-input`} className="mb-1.5 block text-sm font-semibold">
          Input
        </label>
        <textarea
          ref={textarea}
          id={`${id}-input`}
          name="input"
          rows={4}
          defaultValue={initialInput}
          placeholder={placeholder}
          disabled={isRunning}
          spellCheck={tool !== "scanner"}
          wrap={tool === "scanner" ? "off" : "soft"}
          aria-invalid={problem ? true : undefined}
          aria-describedby={`${id}-note`}
          aria-keyshortcuts="Control+Enter Meta+Enter"
          onInput={(event) => {
            storeInput(tool, event.currentTarget.value);
            if (problem) setProblem(null);
          }}
          onKeyDown={onKeyDown}
          onFocus={preloadResults}
          className={classNames(
            INPUT_CLASSES,
            "block max-h-96 resize-y py-2 field-sizing-content disabled:opacity-60",
            // Four rows, growing with the text.
            tool === "scanner"
              ? "min-h-[calc(4lh+1.125rem)] font-mono text-sm leading-normal sm:text-xs sm:leading-normal"
              : "min-h-[calc(4lh+1.125rem)] leading-normal sm:leading-normal",
          )}
        />
        <FieldNote id={`${id}-note`} hint={note} error={problem ?? undefined} />
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" variant="primary" disabled={isRunning} className="min-w-36">
          <Icon name="sparkles" />
          {isRunning ? "Processing..." : "Analyze"}
        </Button>
        {leftToday === null ? null : (
          <p className="figures text-sm text-muted">{leftToday.toLocaleString("en")} left today</p>
        )}
      </div>
      <div>
        <p id={`${id}-examples`} className="text-sm text-faint">
          Examples to try
        </p>
        <ul aria-labelledby={`${id}-examples`} className="mt-1.5 flex flex-wrap gap-2">
          {examples.map(({ label, input }, index) => (
            <li key={label}>
              <Link
                to={`${toolsHref({ ...query, example: index })}#tool`}
                onClick={(event) => {
                  if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                  event.preventDefault();
                  fill(input);
                }}
                aria-disabled={isRunning || undefined}
                className={classNames(
                  "block rounded-full border border-line px-3 py-1 text-sm text-muted transition-colors",
                  isRunning ? "opacity-55" : "hover:border-line-strong hover:text-text",
                )}
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </form>
  );
}
