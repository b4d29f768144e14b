/** Set by the inline script for `replayEarlyInput`. */
export interface EarlyInput {
  /** Stops recording and returns the events in order. */
  end(): readonly Event[];
}

declare global {
  interface Window {
    earlyInput?: EarlyInput;
  }
}

/**
 * Runs inline on visitors' pages, serialized with toString, so it must not use anything outside itself. Loads
 * the page's scripts on the first sign of a user, or when something marked `data-moves-in` (milliseconds; 0 is
 * immediately) is about to move. Until they run, the browser handles links and forms, and other input is
 * recorded.
 */
export function loadOnInteraction(): void {
  const watch = new AbortController();
  let remembered: Event[] = [];
  let isWanted = false;
  let isLoading = false;

  function load(): void {
    isWanted = true;
    const scripts = document.querySelector<HTMLTemplateElement>("#waiting-scripts");
    if (isLoading || !scripts || document.readyState === "loading") return;
    isLoading = true;
    // Fetched first, because browsers never retry a module that failed to load.
    const fetches = (scripts.dataset.files ?? "").split(" ").map(async (file) => {
      const answer = await fetch(file);
      if (!answer.ok) throw new Error(file);
      await answer.arrayBuffer();
    });
    Promise.all(fetches).then(
      () => document.body.append(scripts.content),
      () => {
        // Leave the page as it is: clicks are dropped, typed text stays in its field.
        remembered = remembered.filter(({ type }) => type === "input" || type === "change");
        setTimeout(() => {
          isLoading = false;
        }, 3000);
      },
    );
  }

  function see(event: Event): void {
    const { type, target } = event;
    // Layout alone can cause scroll events, or place an element under a resting pointer.
    if (type !== "pointerover" && (type !== "scroll" || target === document)) load();
    if (type === "click") {
      // The browser itself does nothing for these.
      const isForScripts =
        target instanceof Element &&
        target.closest("button[type=button]:not([popovertarget], [commandfor])") !== null;
      if (!isForScripts) return;
    }
    remembered.push(event);
    // Otherwise React could handle some events twice while hydrating.
    event.stopImmediatePropagation();
  }

  /** Browsers send one pointermove without movement when a page appears under the pointer. */
  let place: string | undefined;
  function move({ screenX, screenY }: PointerEvent): void {
    const now = `${screenX} ${screenY}`;
    if (place !== undefined && place !== now) load();
    place = now;
  }

  const options = { capture: true, passive: true, signal: watch.signal };
  addEventListener("pointermove", move, options);
  for (const type of ["pointerdown", "touchstart"]) addEventListener(type, load, options);
  for (const type of ["click", "keydown", "input", "change", "focusin", "scroll", "pointerover"])
    addEventListener(type, see, options);

  // A prefetched page is counted now that it's shown.
  const [arrival] = performance.getEntriesByType("navigation") as { deliveryType?: string }[];
  if (arrival?.deliveryType === "navigational-prefetch")
    fetch(location.href, { method: "HEAD" }).catch(() => {});

  // A history entry created by scripts before this document was reloaded: only a reload can show it.
  const made = location.pathname + location.search;
  const reload = () => location.pathname + location.search === made || location.reload();
  addEventListener("popstate", reload, options);

  addEventListener("DOMContentLoaded", () => {
    if (isWanted) load();
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    for (const element of document.querySelectorAll<HTMLElement>("[data-moves-in]")) {
      const wait = Number(element.dataset.movesIn);
      if (wait > 0 && isStill) continue;
      setTimeout(() => {
        if (!document.hidden) load();
        else addEventListener("visibilitychange", load, options);
      }, wait);
    }
    // The parameters of an emailed link need scripts.
    if (/[?#&](code|access_token|error_code|message)=/.test(location.search + location.hash)) load();
  });

  window.earlyInput = {
    end() {
      watch.abort();
      return remembered;
    },
  };
}
