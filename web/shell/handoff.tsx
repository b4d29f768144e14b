import { createContext, useContext } from "react";

/** What the loaders answered, as React Router wrote it for the browser; known on the server alone. */
export const HandoffContext = createContext("");

const ID = "handoff";

/**
 * React Router would write this into scripts that run while the page is parsed. As text it costs nothing until the
 * page's own scripts are there.
 */
export function Handoff() {
  const text = useContext(HandoffContext).replaceAll("<", "\\u003c");
  return (
    <script id={ID} type="text/plain" suppressHydrationWarning>
      {text}
    </script>
  );
}

/** In the browser, before it hydrates: passes the text on to React Router as its scripts would have. */
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
