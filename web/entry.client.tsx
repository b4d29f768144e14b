import { type ReactNode, StrictMode, startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter, hydrateRouter } from "./router/hydrated-router.tsx";
import { CONNECTION_HANDLERS } from "./shell/connection-toast.ts";
import { readHandoff } from "./shell/handoff.tsx";

/** Replays early input once all effects have run. Wraps the page, because a sibling would change the IDs from useId. */
function Replay({ children }: { readonly children: ReactNode }) {
  useEffect(() => queueMicrotask(replayEarlyInput), []);
  return children;
}

const router = hydrateRouter(readHandoff(), CONNECTION_HANDLERS);
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <Replay>
        <HydratedRouter router={router} />
      </Replay>
    </StrictMode>,
  );
});

/** Of each of these types, only the last event on an element matters, because it describes the current state. */
const STATE_EVENTS: ReadonlySet<string> = new Set(["input", "change", "scroll", "focusin", "pointerover"]);

/** Repeats the events that occurred before the page's scripts ran, so that their handlers receive them. */
function replayEarlyInput(): void {
  const events = window.earlyInput?.end() ?? [];
  delete window.earlyInput;
  const isLast = ({ type, target }: Event, position: number) =>
    !events.some((other, index) => index > position && other.type === type && other.target === target);
  for (const [index, event] of events.entries()) {
    if (!isStillValid(event) || (STATE_EVENTS.has(event.type) && !isLast(event, index))) continue;
    const EventClass = event.constructor as typeof Event;
    event.target?.dispatchEvent(new EventClass(event.type, event));
  }
}

function isStillValid({ type, target }: Event): boolean {
  if (target instanceof Node && !target.isConnected) return false;
  if (type === "focusin") return target === document.activeElement;
  return type !== "pointerover" || (target instanceof Element && target.matches(":hover"));
}
