/** Only the last of these events per element matters, since they describe a state. */
const STATES: ReadonlySet<string> = new Set(["input", "change", "scroll", "focusin", "pointerover"]);

/** Repeats the events from before the page's scripts ran, so that their handlers receive them. */
export function replayEarlyInput(): void {
  const events = window.earlyInput?.end() ?? [];
  delete window.earlyInput;
  const isLast = ({ type, target }: Event, at: number) =>
    !events.some((later, index) => index > at && later.type === type && later.target === target);
  for (const [at, event] of events.entries()) {
    if (!isStillSo(event) || (STATES.has(event.type) && !isLast(event, at))) continue;
    const Kind = event.constructor as typeof Event;
    event.target?.dispatchEvent(new Kind(event.type, event));
  }
}

function isStillSo({ type, target }: Event): boolean {
  if (target instanceof Node && !target.isConnected) return false;
  if (type === "focusin") return target === document.activeElement;
  return type !== "pointerover" || (target instanceof Element && target.matches(":hover"));
}
