import { type KeyboardEvent, type RefObject, useId, useLayoutEffect, useState } from "react";
import type { ToolAnswer } from "#core/ai/export.ts";
import type { ToolId } from "#core/ai/tools.ts";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { FieldNote } from "#web/ui/field-note.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Link } from "#web/ui/link.tsx";
import { dismissErrors, toast } from "#web/ui/toast.tsx";
import { findInputProblem } from "./messages.ts";
import { type ModelOption, ModelSelect } from "./model-select.tsx";
import { preloadResults } from "./results-area.tsx";
import { readStoredInput, storeInput } from "./stored-answers.ts";
import { TOOL_TEXTS } from "./tool-texts.ts";
import { buildToolsHref, type ToolsQuery } from "./tools-query.ts";

export interface SubmittedInput {
  readonly input: string;
  /** The submitted model; null if no form was submitted. */
  readonly model: string | null;
  readonly problem: string | null;
  readonly answer: ToolAnswer | null;
}

export interface EditedTurn {
  readonly index: number;
  /** Unsent text that was in the field before editing, restored afterwards. */
  readonly draft: string | null;
  /** The conversation's last answer when editing began. */
  readonly lastAnswer: ToolAnswer | null;
}

interface InputFormProps {
  readonly tool: ToolId;
  readonly query: ToolsQuery;
  readonly isRunning: boolean;
  readonly leftToday: number | null;
  readonly models: readonly ModelOption[];
  readonly submittedInput: SubmittedInput | null;
  readonly editedTurn: EditedTurn | null;
  readonly onCancelEdit: () => void;
  readonly textarea: RefObject<HTMLTextAreaElement | null>;
  readonly onAnalyze: (input: string) => void;
}

export function InputForm(props: InputFormProps) {
  const {
    tool,
    query,
    isRunning,
    leftToday,
    models,
    submittedInput,
    textarea,
    editedTurn,
    onCancelEdit,
    onAnalyze,
  } = props;
  const { placeholder, note, examples } = TOOL_TEXTS[tool];
  const id = useId();
  const [problem, setProblem] = useState(submittedInput?.problem ?? null);
  // Without JavaScript, a follow-up continues the conversation that the last answer was saved in.
  const conversation = submittedInput?.answer?.saved?.conversation ?? query.conversation;
  const initialInput = submittedInput?.input ?? examples[query.example ?? -1]?.input ?? "";

  useLayoutEffect(() => {
    const field = textarea.current;
    if (!field) return;
    // Input that was typed before hydration, submitted with the form or loaded with a conversation replaces the
    // stored input.
    if (field.value === initialInput && !submittedInput) field.value = readStoredInput(tool) || initialInput;
    storeInput(tool, field.value);
  }, [tool, initialInput, submittedInput, textarea]);

  function submit() {
    const input = textarea.current?.value ?? "";
    const inputProblem = findInputProblem(input);
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
    if (event.key === "Escape" && editedTurn) return onCancelEdit();
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    submit();
  }

  return (
    <form
      method="post"
      action={`${buildToolsHref({ ...query, conversation })}#results`}
      className="grid grid-cols-1 content-start gap-4 p-4 sm:p-6 lg:sticky lg:top-(--bar-height) lg:self-start"
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
          dir="auto"
          rows={4}
          defaultValue={initialInput}
          placeholder={placeholder}
          disabled={isRunning}
          spellCheck={tool !== "scanner"}
          wrap={tool === "scanner" ? "off" : "soft"}
          aria-invalid={problem ? true : undefined}
          aria-describedby={`${id}-editing ${id}-note`}
          aria-keyshortcuts="Control+Enter Meta+Enter"
          onInput={(event) => {
            storeInput(tool, event.currentTarget.value);
            if (problem) setProblem(null);
          }}
          onKeyDown={onKeyDown}
          onFocus={preloadResults}
          className={classNames(
            "input block max-h-96 resize-y py-2 field-sizing-content disabled:opacity-60",
            tool === "scanner"
              ? "min-h-[calc(4lh+1.125rem)] font-mono text-sm leading-normal sm:text-xs sm:leading-normal"
              : "min-h-[calc(4lh+1.125rem)] leading-normal sm:leading-normal",
          )}
        />
        <div id={`${id}-editing`} role="status">
          {editedTurn && !isRunning ? (
            <p className="mt-1.5 flex flex-wrap items-center justify-between gap-2 text-sm">
              Your edited question will replace the original, its answer and everything after it.
              <Button size="sm" variant="quiet" onClick={onCancelEdit}>
                Cancel
              </Button>
            </p>
          ) : null}
        </div>
        <FieldNote id={`${id}-note`} hint={note} error={problem ?? undefined} />
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" variant="primary" disabled={isRunning} className="min-w-36">
          <Icon name="sparkles" />
          {isRunning ? "Processing..." : "Analyze"}
        </Button>
        <kbd className="text-xs text-faint pointer-coarse:hidden">Ctrl+Enter</kbd>
        {models.length > 0 ? (
          <ModelSelect options={models} submittedModel={submittedInput?.model ?? null} disabled={isRunning} />
        ) : null}
        {leftToday === null ? null : (
          <p className="figures text-sm text-muted">Answers left today: {leftToday}</p>
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
                to={`${buildToolsHref({ ...query, example: index })}#tool`}
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
