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

export const readHandoff = (): string => document.getElementById(ID)?.textContent ?? "";
