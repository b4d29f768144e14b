import { useEffect, useState } from "react";

/** The unread count: from the page data, then from live events (web/live/follow-live.ts). */
export function useUnread(viewer: { readonly unread: number }): number {
  const [known, setKnown] = useState({ viewer, unread: viewer.unread });
  // Newly loaded page data replaces an older live value.
  if (known.viewer !== viewer) setKnown({ viewer, unread: viewer.unread });
  useEffect(() => {
    const onUnread = (event: Event) => {
      const { detail } = event as CustomEvent<unknown>;
      if (typeof detail === "number") setKnown((before) => ({ ...before, unread: detail }));
    };
    addEventListener("lattice-unread", onUnread);
    return () => removeEventListener("lattice-unread", onUnread);
  }, []);
  return known.viewer === viewer ? known.unread : viewer.unread;
}
