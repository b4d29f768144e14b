import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from "react";
import { Icon } from "./icon.tsx";

interface DialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly description?: ReactNode;
  readonly children: ReactNode;
}

/** A native modal dialog. The element marked `data-autofocus` receives focus, otherwise the first focusable one. */
export function Dialog({ open, onClose, title, description, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const wasBackdropPressed = useRef(false);
  const titleId = useId();

  useEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    if (open && !dialog.open) {
      dialog.showModal();
      dialog.querySelector<HTMLElement>("[data-autofocus]")?.focus();
    }
    if (!open && dialog.open) dialog.close();
  }, [open]);

  // Closing the dialog before it's removed returns the focus to where it was.
  useLayoutEffect(() => () => ref.current?.close(), []);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the browser handles Escape; the click is on the backdrop
    <dialog
      ref={ref}
      aria-labelledby={titleId}
      onClose={onClose}
      // Releasing the pointer over the backdrop after selecting text is also a click, but mustn't close the dialog.
      onPointerDown={(event) => {
        wasBackdropPressed.current = event.target === ref.current;
      }}
      onClick={(event) => {
        if (event.target === ref.current && wasBackdropPressed.current) onClose();
      }}
      className="w-[min(27rem,calc(100vw-2rem))] rounded-lg border border-line bg-raised p-0 shadow-float"
    >
      <div className="p-6">
        <div className="mb-5 flex items-start justify-between gap-4">
          <div>
            <h2 id={titleId} className="text-xl">
              {title}
            </h2>
            {description ? <p className="mt-1 text-sm text-muted">{description}</p> : null}
          </div>
          <button
            type="button"
            onClick={onClose}
            aria-label="Close"
            className="-me-2 -mt-1 grid size-9 shrink-0 place-items-center rounded-md text-muted hover:bg-hover hover:text-text"
          >
            <Icon name="x" size={18} />
          </button>
        </div>
        {open ? children : null}
      </div>
    </dialog>
  );
}
