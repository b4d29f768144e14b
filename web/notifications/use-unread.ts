import { useEffect, useState } from "react";

/** The unread count: from the page data, then from live events (web/live/subscribe-to-live.ts). */
export function useUnread(viewer: { readonly unread: number }): number {
  const [state, setState] = useState({ viewer, unread: viewer.unread });
  // Newly loaded page data replaces an older live value.
  if (state.viewer !== viewer) setState({ viewer, unread: viewer.unread });
  useEffect(() => {
    const onUnread = (event: Event) => {
      const { detail } = event as CustomEvent<unknown>;
      if (typeof detail === "number") setState((previous) => ({ ...previous, unread: detail }));
    };
    addEventListener("lattice-unread", onUnread);
    return () => removeEventListener("lattice-unread", onUnread);
  }, []);
  return state.viewer === viewer ? state.unread : viewer.unread;
}
