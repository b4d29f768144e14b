const FOCUSABLE = "a, button, input, select, textarea, summary, [tabindex]";

/**
 * A ref for a button. If the button is removed while it or its form has the focus, the browser would move the focus to
 * the start of the page. This moves it to what has replaced the button, to what comes next, or to the section.
 */
export function keepFocus(button: HTMLButtonElement): () => void {
  return () => {
    const { activeElement } = document;
    if (activeElement !== button && !button.form?.contains(activeElement)) return;
    const places: { parent: Element; index: number }[] = [];
    for (let child: Element = button, parent = child.parentElement; parent; parent = child.parentElement) {
      places.push({ parent, index: [...parent.children].indexOf(child) });
      child = parent;
    }
    // React has changed the page by then.
    queueMicrotask(() => {
      if (button.isConnected || document.activeElement !== document.body) return;
      const place = places.find(({ parent }) => parent.isConnected);
      if (place) focusAt(place.parent, place.index);
    });
  };
}

function focusAt(parent: Element, index: number): void {
  const start = parent.children[index] ?? parent.lastElementChild;
  const main = document.getElementById("main");
  // After a navigation, the whole page has changed.
  if (start && parent !== main)
    for (const element of [
      ...start.querySelectorAll<HTMLElement>("[data-autofocus]"),
      ...parent.querySelectorAll<HTMLElement>(FOCUSABLE),
    ]) {
      if (element.compareDocumentPosition(start) & Node.DOCUMENT_POSITION_FOLLOWING) continue;
      // Does nothing if the element is disabled or hidden.
      element.focus();
      if (document.activeElement === element) return;
    }
  const section = parent.closest<HTMLElement>("section, dialog") ?? main;
  if (!section) return;
  section.tabIndex = -1;
  section.focus({ preventScroll: true });
}
