import { type FocusEvent, useEffect, useRef, useState } from "react";

/**
 * Calls `onTurn` every so many milliseconds, except while it is pointed at, holds the focus, stands in a hidden tab, or
 * was stopped. Whoever asks for reduced motion finds it stopped. `since` begins the wait anew when it changes.
 */
export function useTurns(onTurn: () => void, milliseconds: number, since: unknown) {
  // Without scripts there is nothing to stop: the controls show once this is set.
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: what changed by hand has its whole time
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
    stopOrGo: () => setStopped((stopped) => !stopped),
    /** For the element that holds still while it is used. */
    hold: {
      onPointerEnter: () => setPointed(true),
      onPointerLeave: () => setPointed(false),
      onFocus: () => setFocused(true),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) =>
        setFocused(currentTarget.contains(relatedTarget)),
    },
  };
}
