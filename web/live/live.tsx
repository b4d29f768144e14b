import { useEffect, useRef } from "react";

/** After the page is there and at rest. Milliseconds. */
const LATER_MS = 3_000;

interface LiveProps {
  /** Whose page this is; "" for a visitor. Another one's stream is another stream. */
  readonly who: string;
  /** When the server made what is shown, as an ISO time: the stream goes on from there. */
  readonly since: string;
}

/** Follows /live while the page is open, once it has loaded all that it shows. */
export function Live({ who, since }: LiveProps) {
  const made = useRef(since);
  made.current = since;
  useEffect(() => {
    let end = () => {};
    let isOver = false;
    const begin = () =>
      setTimeout(() => {
        if (isOver) return;
        import("./follow-live.ts").then(
          ({ followLive }) => {
            if (!isOver) end = followLive(who, Date.parse(made.current));
          },
          // Without a network, or of another build by now: the page is whole without it.
          () => {},
        );
      }, LATER_MS);
    if (document.readyState === "complete") begin();
    else addEventListener("load", begin, { once: true });
    return () => {
      isOver = true;
      end();
    };
  }, [who]);
  return null;
}
