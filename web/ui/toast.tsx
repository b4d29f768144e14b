import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from "react";
import { classNames } from "./class-names.ts";
import { createStore } from "./create-store.ts";
import { Icon } from "./icon.tsx";
import { Link } from "./link.tsx";

export interface ToastMessage {
  readonly title: string;
  readonly description?: string;
  readonly destructive?: boolean;
  readonly link?: { readonly label: string; readonly to: string };
  /** Doesn't time out. */
  readonly isLasting?: boolean;
  /** Dedupe key: a newer toast with this key replaces the older one, unless only the older one is lasting. */
  readonly dedupeKey?: string;
}

type ActiveToast = ToastMessage & { readonly id: number };

const DURATION_MS = 5000;
const TOASTS_MAX = 3;

const NO_TOASTS: readonly ActiveToast[] = [];
const toasts = createStore(NO_TOASTS);
let nextId = 1;

/** Shows a toast for five seconds, or longer if it's hovered or focused. A lasting toast doesn't time out. */
export function toast(message: ToastMessage): void {
  const { dedupeKey: key } = message;
  if (
    key &&
    !message.isLasting &&
    toasts.get().some((active) => active.isLasting && active.dedupeKey === key)
  )
    return;
  // A toast replaces earlier ones with the same title or dedupe key. Unless it is an error, it also replaces earlier
  // errors.
  const remainingToasts = toasts
    .get()
    .filter(
      ({ title, destructive, dedupeKey }) =>
        title !== message.title &&
        (message.destructive || !destructive) &&
        (!dedupeKey || dedupeKey !== message.dedupeKey),
    );
  toasts.set([...remainingToasts.slice(-(TOASTS_MAX - 1)), { ...message, id: nextId++ }]);
}

export const dismissErrors = (): void => dismiss(({ destructive }) => Boolean(destructive));

export const dismissToast = (key: string): void => dismiss(({ dedupeKey }) => dedupeKey === key);

function dismiss(matches: (toast: ActiveToast) => boolean): void {
  if (toasts.get().some(matches)) toasts.set(toasts.get().filter((active) => !matches(active)));
}

interface ToasterProps {
  /** A toast that the server sent with the page, or with the data of a page opened later. */
  readonly notice?: ToastMessage | null;
}

/** Shows toasts in a popover that reopens whenever they change, so that it is above any dialog. */
export function Toaster({ notice = null }: ToasterProps) {
  const activeToasts = useSyncExternalStore(toasts.subscribe, toasts.get, () => NO_TOASTS);
  // Shown without JavaScript, too.
  const [initialToast, setInitialToast] = useState(notice);
  const latestNotice = useRef(notice);
  useEffect(() => {
    if (notice && notice !== latestNotice.current) toast(notice);
    latestNotice.current = notice;
  }, [notice]);
  const container = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = container.current;
    if (!element) return;
    element.popover = "manual";
    if (element.matches(":popover-open")) element.hidePopover();
    if (activeToasts.length > 0 || initialToast) element.showPopover();
  }, [activeToasts, initialToast]);
  return (
    <section ref={container} id="toasts" aria-label="Messages" aria-live="polite" className="toaster">
      {initialToast ? (
        <div data-animates-in={0} className="contents">
          <ToastCard message={initialToast} onDismiss={() => setInitialToast(null)} />
        </div>
      ) : null}
      {activeToasts.map((message) => (
        <ToastCard
          key={message.id}
          message={message}
          onDismiss={() => dismiss(({ id }) => id === message.id)}
        />
      ))}
    </section>
  );
}

function ToastCard({ message, onDismiss }: { message: ToastMessage; onDismiss: () => void }) {
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const isPaused = isHovered || isFocused;
  const dismissAfterTimeout = useEffectEvent(onDismiss);
  useEffect(() => {
    if (isPaused || message.isLasting) return;
    const timer = setTimeout(dismissAfterTimeout, DURATION_MS);
    return () => clearTimeout(timer);
  }, [isPaused, message.isLasting]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only pauses the timer; the controls are inside
    <div
      role={message.destructive ? "alert" : "status"}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      className={classNames("toast", message.destructive && "border-danger/60")}
    >
      <div className="min-w-0 flex-1 text-sm">
        <p className={classNames("font-semibold", message.destructive && "text-danger")}>{message.title}</p>
        {message.description ? <p className="toast-text">{message.description}</p> : null}
        {message.link ? (
          <Link
            to={message.link.to}
            onClick={onDismiss}
            className="mt-1.5 inline-block font-semibold text-accent text-link"
          >
            {message.link.label}
          </Link>
        ) : null}
      </div>
      <button
        type="button"
        onClick={onDismiss}
        aria-label="Dismiss"
        className="-me-1 -mt-1 grid size-7 shrink-0 place-items-center rounded-sm text-faint hover:bg-hover hover:text-text"
      >
        <Icon name="x" size={15} />
      </button>
    </div>
  );
}
