import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { classNames } from "./class-names.ts";
import { Icon } from "./icon.tsx";
import { Link } from "./link.tsx";

export interface ToastMessage {
  readonly title: string;
  readonly description?: string;
  readonly destructive?: boolean;
  /** A path of this site. */
  readonly link?: { readonly label: string; readonly to: string };
  /** Dedupe key: a newer toast with this key replaces the older one. */
  readonly about?: string;
}

interface ShownToast extends ToastMessage {
  readonly id: number;
}

const LIFE_MS = 5000;
const MOST = 3;

let toasts: readonly ShownToast[] = [];
let nextId = 1;
const subscribers = new Set<() => void>();

function change(next: readonly ShownToast[]): void {
  toasts = next;
  for (const subscriber of subscribers) subscriber();
}

/** Shows a toast for five seconds, longer while it's hovered or focused. */
export function toast(message: ToastMessage): void {
  // A repeated message replaces the earlier one, and a success replaces earlier errors.
  const remaining = toasts.filter(
    ({ title, destructive, about }) =>
      title !== message.title && (message.destructive || !destructive) && (!about || about !== message.about),
  );
  change([...remaining.slice(-(MOST - 1)), { ...message, id: nextId++ }]);
}

/** Dismisses error toasts when the failed action is retried. */
export function endFailures(): void {
  if (toasts.some(({ destructive }) => destructive)) change(toasts.filter(({ destructive }) => !destructive));
}

const subscribe = (subscriber: () => void) => {
  subscribers.add(subscriber);
  return () => subscribers.delete(subscriber);
};
const none: readonly ShownToast[] = [];

/**
 * Where toasts appear. `initial` is a message rendered by the server (after a form without JavaScript). It's a
 * popover, reopened with every message so that it's above an open dialog.
 */
export function Toaster({ initial }: { initial?: ToastMessage | null }) {
  const shown = useSyncExternalStore(
    subscribe,
    () => toasts,
    () => none,
  );
  const [first, setFirst] = useState(initial ?? null);
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    element.popover = "manual";
    if (element.matches(":popover-open")) element.hidePopover();
    if (shown.length > 0 || first) element.showPopover();
  }, [shown.length, first]);
  return (
    <section ref={place} aria-label="Messages" aria-live="polite" className="toaster">
      {first ? (
        <div data-moves-in={0} className="contents">
          <ToastCard message={first} onGone={() => setFirst(null)} />
        </div>
      ) : null}
      {shown.map((message) => (
        <ToastCard
          key={message.id}
          message={message}
          onGone={() => change(toasts.filter((t) => t.id !== message.id))}
        />
      ))}
    </section>
  );
}

function ToastCard({ message, onGone }: { message: ToastMessage; onGone: () => void }) {
  const [isPaused, setPaused] = useState(false);
  useEffect(() => {
    if (isPaused) return;
    const timer = setTimeout(onGone, LIFE_MS);
    return () => clearTimeout(timer);
  }, [isPaused, onGone]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering pauses the timer; its only control is the button
    <div
      role={message.destructive ? "alert" : "status"}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
      className={classNames(
        "pointer-events-auto flex w-full max-w-sm items-start gap-3 rounded-md border bg-raised p-3.5 ps-4 shadow-float",
        message.destructive ? "border-danger/60" : "border-line-strong",
      )}
    >
      <div className="min-w-0 flex-1 text-sm">
        <p className={classNames("font-semibold", message.destructive && "text-danger")}>{message.title}</p>
        {message.description ? <p className="mt-0.5 text-muted">{message.description}</p> : null}
        {message.link ? (
          <Link
            to={message.link.to}
            onClick={onGone}
            className="mt-1.5 inline-block font-semibold text-accent hover:underline"
          >
            {message.link.label}
          </Link>
        ) : null}
      </div>
      <button
        type="button"
        onClick={onGone}
        aria-label="Dismiss"
        className="-me-1 -mt-1 grid size-7 shrink-0 place-items-center rounded-sm text-faint hover:bg-hover hover:text-text"
      >
        <Icon name="x" size={15} />
      </button>
    </div>
  );
}
