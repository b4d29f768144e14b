import { useEffect, useRef } from "react";

/** Delay after the page has loaded, in milliseconds. */
const START_DELAY_MS = 3_000;

interface LiveProps {
  /** The member's ID, or "" for a visitor. A different ID opens a different stream. */
  readonly viewerId: string;
  readonly since: string;
}

export function Live({ viewerId, since }: LiveProps) {
  const renderedAt = useRef(since);
  renderedAt.current = since;
  useEffect(() => {
    let stop = () => {};
    let isStopped = false;
    const start = () =>
      setTimeout(() => {
        if (isStopped) return;
        import("./subscribe-to-live.ts").then(
          ({ subscribeToLive }) => {
            if (!isStopped) stop = subscribeToLive(viewerId, Date.parse(renderedAt.current));
          },
          // Loading can fail offline or after an update. The page works without live updates.
          () => {},
        );
      }, START_DELAY_MS);
    if (document.readyState === "complete") start();
    else addEventListener("load", start, { once: true });
    return () => {
      isStopped = true;
      stop();
    };
  }, [viewerId]);
  return null;
}
