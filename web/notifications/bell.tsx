import { type CSSProperties, Suspense, useEffect, useId, useRef, useState } from "react";
import { formatUnread } from "#core/notifications/wording.ts";
import { lazyInBrowser } from "#web/router/lazy-component.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Link } from "#web/ui/link.tsx";
import { useHydrated } from "#web/ui/use-hydrated.ts";
import { TYPED_MENTION } from "./typed-mention.ts";

const Panel = lazyInBrowser(() => import("./panel.tsx"));

const BUTTON_CLASSES =
  "relative grid size-[40px] shrink-0 place-items-center rounded-md text-muted hover:bg-hover hover:text-text";

/** Shows the unread count and opens a panel. Without JavaScript, it links to the notifications page. */
export function Bell({ viewer }: { viewer: { readonly unread: number } }) {
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const isHydrated = useHydrated();
  const unread = useUnread(viewer);
  const anchor = `--bell-${id.replace(/[^\w]/g, "")}`;
  const label = unread === 0 ? "Notifications" : `Notifications, ${formatUnread(unread)} unread`;

  // The code that suggests names is loaded when the user first types "@".
  useEffect(() => listenForMentions(), []);

  const content = (
    <>
      <Icon name="bell" size={19} />
      {unread > 0 ? (
        <span className="figures absolute end-[calc(6px-0.25rem)] top-[calc(6px-0.25rem)] grid h-[1.64em] min-w-[1.64em] place-items-center rounded-full bg-accent px-[0.36em] text-[min(0.6875rem,13px)] leading-none font-bold text-on-accent">
          {formatUnread(unread)}
        </span>
      ) : null}
    </>
  );
  if (!isHydrated)
    return (
      <Link to="/notifications" aria-label={label} title="Notifications" className={BUTTON_CLASSES}>
        {content}
      </Link>
    );
  return (
    <>
      <button
        type="button"
        aria-label={label}
        title="Notifications"
        popoverTarget={id}
        className={BUTTON_CLASSES}
        style={{ anchorName: anchor } as CSSProperties}
      >
        {content}
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="dialog"
        aria-label="Notifications"
        onToggle={(event) => setOpen(event.newState === "open")}
        className="anchored-below mx-2 w-[min(25rem,calc(100vw-2rem))] rounded-lg border border-line bg-raised p-0 text-text shadow-float"
        style={{ positionAnchor: anchor } as CSSProperties}
      >
        {isOpen ? (
          <Suspense fallback={<p className="grid h-72 place-items-center text-sm text-muted">Loading...</p>}>
            <Panel unread={unread} onLeave={() => panel.current?.hidePopover()} />
          </Suspense>
        ) : null}
      </div>
    </>
  );
}

/** The unread count: from the page data, then from live events (web/live/subscribe-to-live.ts). */
function useUnread(viewer: { readonly unread: number }): number {
  const [state, setState] = useState({ viewer, unread: viewer.unread });
  // Newly loaded page data replaces an older live value.
  if (state.viewer !== viewer) setState({ viewer, unread: viewer.unread });
  useEffect(() => {
    const onUnread = (event: Event) => {
      const { detail } = event as CustomEvent<unknown>;
      if (typeof detail === "number") setState((previous) => ({ ...previous, unread: detail }));
    };
    addEventListener("lattice-unread", onUnread);
    return () => removeEventListener("lattice-unread", onUnread);
  }, []);
  return state.viewer === viewer ? state.unread : viewer.unread;
}

/** Suggests names for mentions in the text fields of posts and comments; returns a cleanup function. */
function listenForMentions(): () => void {
  const onInput = (event: Event) => {
    const field = event.target;
    if (!(field instanceof HTMLTextAreaElement) || field.name !== "content") return;
    if (!TYPED_MENTION.test(field.value.slice(Math.max(0, field.selectionStart - 40), field.selectionStart)))
      return;
    import("./complete-mentions.ts").then(
      ({ completeMentions }) => completeMentions(field),
      // Loading can fail offline or after an update. Names can still be typed.
      () => {},
    );
  };
  document.addEventListener("input", onInput);
  return () => document.removeEventListener("input", onInput);
}
