/** Of these only the last that an element had counts: they say how it stands. */
const STATES: ReadonlySet<string> = new Set(["input", "change", "scroll", "focusin", "pointerover"]);

/** Does again what was done before the page's scripts ran, so that they hear of it. */
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
