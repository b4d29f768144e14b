import { useEffect, useState } from "react";

/** How many are unread: as the page was made with, then as the stream of what happens tells (web/live/follow-live.ts). */
export function useUnread(viewer: { readonly unread: number }): number {
  const [known, setKnown] = useState({ viewer, unread: viewer.unread });
  // A page that was loaded anew knows better than what was heard before it.
  if (known.viewer !== viewer) setKnown({ viewer, unread: viewer.unread });
  useEffect(() => {
    const hear = (event: Event) => {
      const { detail } = event as CustomEvent<unknown>;
      if (typeof detail === "number") setKnown((before) => ({ ...before, unread: detail }));
    };
    addEventListener("lattice-unread", hear);
    return () => removeEventListener("lattice-unread", hear);
  }, []);
  return known.viewer === viewer ? known.unread : viewer.unread;
}
