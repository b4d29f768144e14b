declare global {
  interface Window {
    /** `end` stops recording and returns the events in order. */
    earlyInput?: { end(): readonly Event[] };
  }
}

/**
 * Runs inline on visitors' pages, serialized with toString, so it must not use anything defined outside it. Loads the
 * page's scripts on the first interaction, when an element with `data-animates-in` (a delay in milliseconds) is due to
 * animate, or at once if the URL has the parameters of an emailed link. Until then, the browser handles links and
 * forms, and other input is recorded.
 */
export function loadOnInteraction(): void {
  const listeners = new AbortController();
  let recordedEvents: Event[] = [];
  let isRequested = false;
  let isLoading = false;

  function load(): void {
    isRequested = true;
    const scripts = document.querySelector<HTMLTemplateElement>("#waiting-scripts");
    if (isLoading || !scripts || document.readyState === "loading") return;
    isLoading = true;
    // Fetched first, because browsers never retry a module that failed to load.
    const fetches = (scripts.dataset.files ?? "").split(" ").map(async (file) => {
      const response = await fetch(file);
      if (!response.ok) throw new Error(file);
      await response.arrayBuffer();
    });
    Promise.all(fetches).then(
      () => document.body.append(scripts.content),
      () => {
        // Leave the page as it is: clicks are dropped, and typed text stays in its field.
        recordedEvents = recordedEvents.filter(({ type }) => type === "input" || type === "change");
        setTimeout(() => {
          isLoading = false;
        }, 3000);
      },
    );
  }

  function record(event: Event): void {
    const { type, target } = event;
    // Layout alone can cause scroll events, or place an element under a resting pointer.
    if (type !== "pointerover" && (type !== "scroll" || target === document)) load();
    if (type === "click") {
      // These buttons do nothing without the page's scripts.
      const needsScripts =
        target instanceof Element &&
        target.closest("button[type=button]:not([popovertarget], [commandfor])") !== null;
      if (!needsScripts) return;
    }
    recordedEvents.push(event);
    // Otherwise React could handle some events twice while hydrating.
    event.stopImmediatePropagation();
  }

  /** Browsers send one pointermove without movement when a page appears under the pointer. */
  let lastPosition: string | undefined;
  function detectMovement({ screenX, screenY }: PointerEvent): void {
    const position = `${screenX} ${screenY}`;
    if (lastPosition !== undefined && lastPosition !== position) load();
    lastPosition = position;
  }

  const options = { capture: true, passive: true, signal: listeners.signal };
  addEventListener("pointermove", detectMovement, options);
  for (const type of ["pointerdown", "touchstart"]) addEventListener(type, load, options);
  for (const type of ["click", "keydown", "input", "change", "focusin", "scroll", "pointerover"])
    addEventListener(type, record, options);

  // The server doesn't count a prefetch as a view, so notify it now that the page is shown.
  const [navigationEntry] = performance.getEntriesByType("navigation") as { deliveryType?: string }[];
  if (navigationEntry?.deliveryType === "navigational-prefetch")
    fetch(location.href, { method: "HEAD" }).catch(() => {});

  // Scripts may have created the history entry before this document was loaded. Only a reload shows the entry's page.
  const documentPath = location.pathname + location.search;
  const reloadIfPathDiffers = () => location.pathname + location.search === documentPath || location.reload();
  addEventListener("popstate", reloadIfPathDiffers, options);

  addEventListener("DOMContentLoaded", () => {
    if (isRequested) load();
    const prefersReducedMotion = matchMedia("(prefers-reduced-motion: reduce)").matches;
    for (const element of document.querySelectorAll<HTMLElement>("[data-animates-in]")) {
      const delay = Number(element.dataset.animatesIn);
      if (delay > 0 && prefersReducedMotion) continue;
      setTimeout(() => {
        if (!document.hidden) load();
        else addEventListener("visibilitychange", load, options);
      }, delay);
    }
    // The parameters of an emailed link are handled in the browser.
    if (/[?#&](code|access_token|error_code|message)=/.test(location.search + location.hash)) load();
  });

  window.earlyInput = {
    end() {
      listeners.abort();
      return recordedEvents;
    },
  };
}
