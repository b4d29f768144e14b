import { type KeyboardEvent, type RefObject, useRef, useState } from "react";
import { classNames } from "#web/ui/class-names.ts";
import { Icon } from "#web/ui/icon.tsx";
import type { IconName } from "#web/ui/icon-names.ts";
import { insertText } from "./insert-text.ts";
import { editMarkdown, MARKDOWN_ACTIONS, type MarkdownAction } from "./markdown-actions.ts";

const BUTTONS: Record<MarkdownAction, { label: string; icon: IconName; key?: string }> = {
  bold: { label: "Bold", icon: "bold", key: "b" },
  italic: { label: "Italic", icon: "italic", key: "i" },
  link: { label: "Link", icon: "link", key: "k" },
  quote: { label: "Quote", icon: "text-quote" },
  code: { label: "Code", icon: "code" },
  list: { label: "List", icon: "list" },
  mathematics: { label: "Math", icon: "sigma" },
};

function runMarkdownAction(textarea: HTMLTextAreaElement | null, action: MarkdownAction): void {
  if (!textarea) return;
  const { value: text, selectionStart: start, selectionEnd: end } = textarea;
  insertText(textarea, editMarkdown(action, { text, start, end }));
}

/** Runs the action for Ctrl or Cmd with B, I or K. */
export function runMarkdownShortcut(
  event: Pick<
    globalThis.KeyboardEvent,
    "ctrlKey" | "metaKey" | "altKey" | "shiftKey" | "key" | "preventDefault" | "currentTarget"
  >,
): void {
  if (event.ctrlKey === event.metaKey || event.altKey || event.shiftKey) return;
  const pressedKey = event.key.toLowerCase();
  const action = MARKDOWN_ACTIONS.find((candidate) => BUTTONS[candidate].key === pressedKey);
  if (!action) return;
  event.preventDefault();
  runMarkdownAction(event.currentTarget as HTMLTextAreaElement, action);
}

interface MarkdownToolbarProps {
  readonly textarea: RefObject<HTMLTextAreaElement | null>;
  readonly controls: string;
  readonly className?: string | undefined;
}

/** The toolbar is a single tab stop; the arrow keys move between its buttons. */
export function MarkdownToolbar({ textarea, controls, className }: MarkdownToolbarProps) {
  const [currentIndex, setCurrentIndex] = useState(0);
  const buttons = useRef<(HTMLButtonElement | null)[]>([]);

  function move(event: KeyboardEvent) {
    const lastIndex = MARKDOWN_ACTIONS.length - 1;
    const next = {
      ArrowRight: currentIndex === lastIndex ? 0 : currentIndex + 1,
      ArrowLeft: currentIndex === 0 ? lastIndex : currentIndex - 1,
      Home: 0,
      End: lastIndex,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    setCurrentIndex(next);
    buttons.current[next]?.focus();
  }

  return (
    <div
      role="toolbar"
      aria-label="Formatting"
      aria-controls={controls}
      onKeyDown={move}
      className={classNames("flex", className)}
    >
      {MARKDOWN_ACTIONS.map((action, index) => {
        const { label, icon, key } = BUTTONS[action];
        return (
          <button
            key={action}
            ref={(button) => {
              buttons.current[index] = button;
            }}
            type="button"
            tabIndex={index === currentIndex ? 0 : -1}
            aria-label={label}
            aria-keyshortcuts={key ? `Control+${key.toUpperCase()} Meta+${key.toUpperCase()}` : undefined}
            title={key ? `${label} (Ctrl+${key.toUpperCase()})` : label}
            onFocus={() => setCurrentIndex(index)}
            // Preserves the selection in the textarea when a button is pressed.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => runMarkdownAction(textarea.current, action)}
            className="grid size-8 place-items-center rounded-sm text-muted transition-colors hover:bg-hover hover:text-text"
          >
            <Icon name={icon} />
          </button>
        );
      })}
    </div>
  );
}
