import { type FocusEvent, useEffect, useRef, useState } from "react";

/**
 * Calls `onTurn` at an interval, except while the element is hovered or focused, the tab is hidden, or it was
 * stopped. Starts stopped for users who prefer reduced motion. A change of `since` restarts the interval.
 */
export function useRotation(onTurn: () => void, milliseconds: number, since: unknown) {
  // Null until JavaScript runs: the controls show only then.
  const [isStopped, setStopped] = useState<boolean | null>(null);
  const [isPointed, setPointed] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const turn = useRef(onTurn);
  useEffect(() => {
    turn.current = onTurn;
  });
  useEffect(() => {
    const still = matchMedia("(prefers-reduced-motion: reduce)");
    const follow = () => setStopped(still.matches);
    follow();
    still.addEventListener("change", follow);
    return () => still.removeEventListener("change", follow);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a manual change restarts the interval
  useEffect(() => {
    if (isStopped !== false || isPointed || isFocused) return;
    const timer = setInterval(() => {
      if (!document.hidden) turn.current();
    }, milliseconds);
    return () => clearInterval(timer);
  }, [isStopped, isPointed, isFocused, milliseconds, since]);

  return {
    isReady: isStopped !== null,
    isStopped: isStopped === true,
    toggle: () => setStopped((stopped) => !stopped),
    /** Props for the element, which pauses while it is used. */
    pauseProps: {
      onPointerEnter: () => setPointed(true),
      onPointerLeave: () => setPointed(false),
      onFocus: () => setFocused(true),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) =>
        setFocused(currentTarget.contains(relatedTarget)),
    },
  };
}
