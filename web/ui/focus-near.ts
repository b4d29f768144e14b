/** Moves the focus near to where `removed` was, unless something else has it. Loaded when it is first needed. */
export function focusNear(place: Range, removed: Element): void {
  if (removed.isConnected || document.activeElement !== document.body) return;
  const parent = place.startContainer as Element;
  // After a navigation, everything in <main> is new.
  if (parent.id !== "main") {
    const all = [
      ...parent.querySelectorAll<HTMLElement>("a, button, input, select, textarea, summary, [tabindex]"),
    ];
    const next = all.filter((element) => place.comparePoint(element, 0) > 0);
    const first = next.filter((element) => element.matches("[data-autofocus]"));
    for (const element of [...first, ...next, ...all.reverse()]) {
      // Does nothing if the element is disabled or hidden.
      element.focus();
      if (document.activeElement === element) return;
    }
  }
  const section = parent.closest<HTMLElement>("section, dialog, main");
  if (!section) return;
  section.tabIndex = -1;
  section.focus({ preventScroll: true });
}
