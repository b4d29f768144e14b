import { useEffect, useRef } from "react";

/** Delay after the page has loaded, in milliseconds. */
const START_DELAY_MS = 3_000;

interface LiveProps {
  /** The member's id, or "" for a visitor; each has a different stream. */
  readonly who: string;
  /** When the server rendered the page, as an ISO time; the stream starts there. */
  readonly since: string;
}

/** Follows /live while the page is open. */
export function Live({ who, since }: LiveProps) {
  const renderedAt = useRef(since);
  renderedAt.current = since;
  useEffect(() => {
    let end = () => {};
    let isOver = false;
    const start = () =>
      setTimeout(() => {
        if (isOver) return;
        import("./follow-live.ts").then(
          ({ followLive }) => {
            if (!isOver) end = followLive(who, Date.parse(renderedAt.current));
          },
          // Offline, or the chunk belongs to an older build: the page works without live updates.
          () => {},
        );
      }, START_DELAY_MS);
    if (document.readyState === "complete") start();
    else addEventListener("load", start, { once: true });
    return () => {
      isOver = true;
      end();
    };
  }, [who]);
  return null;
}
