/** What the inline lines leave for `replayEarlyInput`. */
export interface EarlyInput {
  /** Ends the watch, and gives what was done before in the order in which it was done. */
  end(): readonly Event[];
}

declare global {
  interface Window {
    earlyInput?: EarlyInput;
  }
}

/**
 * Runs inline on visitors' pages, as its own text: it reaches nothing outside itself but the browser. Loads the page's
 * scripts on the first sign that somebody is there, or when something marked `data-moves-in` (milliseconds; 0 for at
 * once) is about to move by itself. Until they run the browser answers links and forms, and what scripts alone can
 * answer is remembered.
 */
export function waitForSomeone(): void {
  const watch = new AbortController();
  let remembered: Event[] = [];
  let isWanted = false;
  let isLoading = false;

  function load(): void {
    isWanted = true;
    const scripts = document.querySelector<HTMLTemplateElement>("#waiting-scripts");
    if (isLoading || !scripts || document.readyState === "loading") return;
    isLoading = true;
    // Fetched before they are run: a browser does not ask again for a module that once could not be loaded.
    const fetches = (scripts.dataset.files ?? "").split(" ").map(async (file) => {
      const answer = await fetch(file);
      if (!answer.ok) throw new Error(file);
      await answer.arrayBuffer();
    });
    Promise.all(fetches).then(
      () => document.body.append(scripts.content),
      () => {
        // The page stays as it is: what was pressed goes unanswered, what was typed is in its field.
        remembered = remembered.filter(({ type }) => type === "input" || type === "change");
        setTimeout(() => {
          isLoading = false;
        }, 3000);
      },
    );
  }

  function see(event: Event): void {
    const { type, target } = event;
    // Parts of a page come to scroll, or under a pointer that rests, by its layout alone.
    if (type !== "pointerover" && (type !== "scroll" || target === document)) load();
    if (type === "click") {
      // The browser has no answer of its own to these.
      const isForScripts =
        target instanceof Element &&
        target.closest("button[type=button]:not([popovertarget], [commandfor])") !== null;
      if (!isForScripts) return;
    }
    remembered.push(event);
    // Else React, which may be halfway through, would hear of some of them twice.
    event.stopImmediatePropagation();
  }

  /** Browsers send one of these of themselves, where a page comes under a pointer that rests. */
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

  // Nobody saw it while it was fetched ahead, so it was not counted.
  const [arrival] = performance.getEntriesByType("navigation") as { deliveryType?: string }[];
  if (arrival?.deliveryType === "navigational-prefetch")
    fetch(location.href, { method: "HEAD" }).catch(() => {});

  // Back to what scripts made of this document before it was loaded again: nobody is here to show it.
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
    // What an emailed link brought is in the address, and nowhere in the page.
    if (/[?#&](code|access_token|error_code|message)=/.test(location.search + location.hash)) load();
  });

  window.earlyInput = {
    end() {
      watch.abort();
      return remembered;
    },
  };
}
