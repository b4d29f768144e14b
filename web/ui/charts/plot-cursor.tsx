import { type KeyboardEvent, type PointerEvent, useState } from "react";

/** The number of points that Page Up and Page Down move by: a week, if the points are days. */
const PAGE_STEP = 7;

interface PlotCursorProps {
  /** For screen readers, for example "Value by day". */
  readonly label: string;
  /** The points from left to right, with positions from 0 (left, bottom) to 1 (right, top). */
  readonly points: readonly { readonly x: number; readonly y: number }[];
  /** The title and the value of a point. A value may have several lines. */
  readonly describe: (index: number) => readonly [title: string, value: string];
}

/**
 * Shows the value of the point nearest to the pointer, or of the one selected with the keyboard. For `Plot`'s
 * `overlay`.
 */
export function PlotCursor({ label, points, describe }: PlotCursorProps) {
  const lastIndex = points.length - 1;
  const [index, setIndex] = useState(lastIndex);
  const [isVisible, setVisible] = useState(false);
  const currentIndex = Math.min(index, lastIndex);
  const point = points[currentIndex];
  if (!point) return null;
  const [title, value] = describe(currentIndex);

  function followPointer({ currentTarget, clientX }: PointerEvent) {
    const { left, width } = currentTarget.getBoundingClientRect();
    const position = (clientX - left) / width;
    const nearestIndex = points.reduce(
      (best, { x }, candidate) =>
        Math.abs(x - position) < Math.abs((points[best]?.x ?? 0) - position) ? candidate : best,
      0,
    );
    setIndex(nearestIndex);
    setVisible(true);
  }

  function followKeys(event: KeyboardEvent) {
    const targetIndex = {
      ArrowLeft: currentIndex - 1,
      ArrowDown: currentIndex - 1,
      ArrowRight: currentIndex + 1,
      ArrowUp: currentIndex + 1,
      PageDown: currentIndex - PAGE_STEP,
      PageUp: currentIndex + PAGE_STEP,
      Home: 0,
      End: lastIndex,
    }[event.key];
    if (targetIndex === undefined) return;
    event.preventDefault();
    setVisible(true);
    setIndex(Math.min(Math.max(targetIndex, 0), lastIndex));
  }

  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={lastIndex}
      aria-valuenow={currentIndex}
      aria-valuetext={`${title}: ${value.replaceAll("\n", ", ")}`}
      onPointerMove={followPointer}
      onPointerDown={followPointer}
      onPointerLeave={() => setVisible(false)}
      onFocus={() => setVisible(true)}
      onBlur={() => setVisible(false)}
      onKeyDown={followKeys}
      className="absolute inset-0 touch-pan-y rounded-sm print:hidden"
    >
      {isVisible ? (
        <>
          <span
            className="pointer-events-none absolute inset-y-0 w-px bg-line-strong"
            style={{ left: `${point.x * 100}%` }}
          />
          <span
            className="pointer-events-none absolute size-2.5 -translate-x-1/2 translate-y-1/2 rounded-full border-2 border-surface bg-accent"
            style={{ left: `${point.x * 100}%`, bottom: `${point.y * 100}%` }}
          />
          <span
            className="pointer-events-none absolute z-1 grid w-max max-w-48 gap-0.5 rounded-md border border-line-strong bg-raised px-2.5 py-1.5 text-xs shadow-float"
            style={{
              left: `${point.x * 100}%`,
              translate: point.x > 0.5 ? "calc(-100% - 0.625rem)" : "0.625rem",
              [point.y > 0.5 ? "bottom" : "top"]: "0.25rem",
            }}
          >
            <span className="text-muted">{title}</span>
            <span className="font-semibold whitespace-pre-line text-text">{value}</span>
          </span>
        </>
      ) : null}
    </div>
  );
}
