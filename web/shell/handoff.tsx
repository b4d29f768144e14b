import { createContext, useContext } from "react";

/** The serialized loader data, as React Router streams it to the browser; server only. */
export const HandoffContext = createContext("");

const ID = "handoff";

/**
 * React Router would emit this as inline scripts, which run during parsing. As plain text it costs nothing
 * until the page's scripts load.
 */
export function Handoff() {
  const text = useContext(HandoffContext).replaceAll("<", "\\u003c");
  return (
    <script id={ID} type="text/plain" suppressHydrationWarning>
      {text}
    </script>
  );
}

/** Passes the text to React Router before hydration, as its scripts would have done. */
export function passHandoff(): void {
  const { streamController } = window.__reactRouterContext ?? {};
  streamController?.enqueue(document.getElementById(ID)?.textContent ?? "");
  streamController?.close();
}

declare global {
  interface Window {
    __reactRouterContext?: { readonly streamController: ReadableStreamDefaultController<string> };
  }
}
