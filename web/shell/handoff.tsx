import { createContext, useContext } from "react";
import type { PageData } from "#web/router/page-data.ts";

/** What the page is rendered from; server only. */
export const HandoffContext = createContext<PageData | null>(null);

const ID = "handoff";

/**
 * React Router would emit this as inline scripts, which run during parsing. As JSON in plain text it costs nothing
 * until the page's scripts load.
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
