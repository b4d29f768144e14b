import { createContext, useContext } from "react";
import type { PageData } from "#web/router/manifest.ts";

/** The data that the page is rendered from; server only. */
export const HandoffContext = createContext<PageData | null>(null);

const ID = "handoff";

/**
 * Passes the page's data to its scripts as JSON in plain text, which costs nothing until the scripts load. React Router
 * would use inline scripts, which run during parsing.
 */
export function Handoff() {
  const data = useContext(HandoffContext);
  return (
    <script id={ID} type="text/plain" suppressHydrationWarning>
      {data ? JSON.stringify(data).replaceAll("<", "\\u003c") : ""}
    </script>
  );
}

export const readHandoff = (): PageData => JSON.parse(document.getElementById(ID)?.textContent ?? "");
