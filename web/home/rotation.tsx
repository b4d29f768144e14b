import { type FocusEvent, useEffect, useRef, useState } from "react";
import { classNames } from "#web/ui/class-names.ts";
import { Icon } from "#web/ui/icon.tsx";

/** Calls `onAdvance` at an interval until the rotation is stopped. A new `restartKey` restarts the interval. */
export function useRotation(onAdvance: () => void, intervalMs: number, restartKey: unknown) {
  // Null until scripts know whether the user prefers reduced motion.
  const [isStopped, setStopped] = useState<boolean | null>(null);
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const advance = useRef(onAdvance);
  useEffect(() => {
    advance.current = onAdvance;
  });
  useEffect(() => {
    const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
    const update = () => setStopped(reducedMotion.matches);
    update();
    reducedMotion.addEventListener("change", update);
    return () => reducedMotion.removeEventListener("change", update);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a manual change restarts the interval
  useEffect(() => {
    if (isStopped !== false || isHovered || isFocused) return;
    const timer = setInterval(() => {
      if (!document.hidden) advance.current();
    }, intervalMs);
    return () => clearInterval(timer);
  }, [isStopped, isHovered, isFocused, intervalMs, restartKey]);

  return {
    isStopped,
    toggle: () => setStopped((stopped) => !stopped),
    /** Event handlers for the rotating element. They pause the rotation while the element is hovered or focused. */
    pauseProps: {
      onPointerEnter: () => setHovered(true),
      onPointerLeave: () => setHovered(false),
      onFocus: () => setFocused(true),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) =>
        setFocused(currentTarget.contains(relatedTarget)),
    },
  };
}

export const CONTROL_CLASSES =
  "grid size-8 shrink-0 place-items-center rounded-md text-muted hover:bg-hover hover:text-text";

interface PauseButtonProps {
  readonly subject: string;
  readonly isStopped: boolean | null;
  readonly toggle: () => void;
}

/** Shown before scripts are loaded, because a click loads them and is then repeated. */
export function PauseButton({ subject, isStopped, toggle }: PauseButtonProps) {
  const label = `${isStopped ? "Resume" : "Pause"} ${subject}`;
  return (
    <button
      type="button"
      onClick={toggle}
      aria-label={label}
      title={label}
      className={classNames(CONTROL_CLASSES, isStopped === null && "motion-reduce:invisible")}
    >
      <Icon name={isStopped ? "play" : "pause"} size={15} />
    </button>
  );
}
