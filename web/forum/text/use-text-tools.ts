import { useEffect } from "react";

// Loading can fail offline or after an update. Posts and comments are readable either way.
const ignoreFailure = () => {};

/** Offers to quote selected text, and shows cards for links within this site. Both are loaded on first use. */
export function useTextTools(canComment: boolean): void {
  useEffect(() => {
    const onSelect = () => {
      if (canComment && getSelection()?.isCollapsed === false)
        import("./quote-button.ts").then(({ offerQuote }) => offerQuote(), ignoreFailure);
    };
    const onLink = (event: Event) => {
      const link = (event.target as Element).closest<HTMLAnchorElement>("[data-author] a[href]");
      if (link?.origin === location.origin)
        import("./link-card.ts").then(({ showLinkCard }) => showLinkCard(link, event), ignoreFailure);
    };
    const listeners = { selectionchange: onSelect, pointerover: onLink, focusin: onLink };
    for (const [type, listener] of Object.entries(listeners)) document.addEventListener(type, listener);
    return () => {
      for (const [type, listener] of Object.entries(listeners)) document.removeEventListener(type, listener);
    };
  }, [canComment]);
}
