import { type KeyboardEvent, type PointerEvent, useId, useRef, useState } from "react";
import {
  centerPlacement,
  clampPlacement,
  getSideLength,
  getSquare,
  type Placement,
  type Square,
  ZOOM_MAX,
} from "./crop.ts";

interface AvatarCropProps {
  readonly picture: SelectedPicture;
  readonly onChange: (square: Square) => void;
}

/** How far an arrow key moves the crop area, as a fraction of its width. */
const MOVE_STEP = 0.04;
const ZOOM_STEP = 0.1;
const DIRECTIONS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/**
 * Crops a picture to a square. Dragging moves the picture, the arrow keys move the crop area over the picture, and the
 * slider and the plus and minus keys zoom.
 */
export function AvatarCrop({ picture, onChange }: AvatarCropProps) {
  const id = useId();
  const cropArea = useRef<HTMLDivElement>(null);
  const dragStart = useRef<{ x: number; y: number } | null>(null);
  const [placement, setPlacement] = useState<Placement>(() => centerPlacement(picture));

  function place(next: Placement) {
    const clampedPlacement = clampPlacement(picture, next);
    setPlacement(clampedPlacement);
    onChange(getSquare(picture, clampedPlacement));
  }
  const sideLength = getSideLength(picture, placement.zoom);
  const zoomTo = (zoom: number) => place({ ...placement, zoom });
  /** Moves the crop area. `x` and `y` are fractions of its width. */
  const moveBy = (x: number, y: number) =>
    place({
      ...placement,
      centerX: placement.centerX + x * sideLength,
      centerY: placement.centerY + y * sideLength,
    });

  function drag(event: PointerEvent<HTMLDivElement>) {
    const { current: from } = dragStart;
    if (!from || !cropArea.current) return;
    const { clientX: x, clientY: y } = event;
    const { width } = cropArea.current.getBoundingClientRect();
    dragStart.current = { x, y };
    // Dragging moves the picture, so the crop area moves the other way.
    moveBy((from.x - x) / width, (from.y - y) / width);
  }

  function handleKeyDown(event: KeyboardEvent) {
    const direction = DIRECTIONS[event.key];
    if (direction) moveBy(direction[0] * MOVE_STEP, direction[1] * MOVE_STEP);
    else if (event.key === "+" || event.key === "=") zoomTo(placement.zoom + ZOOM_STEP);
    else if (event.key === "-") zoomTo(placement.zoom - ZOOM_STEP);
    else return;
    event.preventDefault();
  }

  return (
    <div className="grid w-64 max-w-full grid-cols-1 gap-3">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has no keyboard interaction */}
      <div
        ref={cropArea}
        role="group"
        aria-label="Crop area"
        aria-describedby={`${id}-how`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move the crop area from here
        tabIndex={0}
        onKeyDown={handleKeyDown}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          dragStart.current = { x: event.clientX, y: event.clientY };
        }}
        onPointerMove={drag}
        onPointerUp={() => {
          dragStart.current = null;
        }}
        onPointerCancel={() => {
          dragStart.current = null;
        }}
        className="relative aspect-square w-full cursor-grab touch-none overflow-hidden rounded-md bg-canvas active:cursor-grabbing"
      >
        <img
          src={picture.url}
          alt=""
          draggable={false}
          className="pointer-events-none absolute max-w-none select-none"
          style={{
            width: `${(picture.width / sideLength) * 100}%`,
            height: `${(picture.height / sideLength) * 100}%`,
            left: `${(0.5 - placement.centerX / sideLength) * 100}%`,
            top: `${(0.5 - placement.centerY / sideLength) * 100}%`,
          }}
        />
        <span
          className="pointer-events-none absolute inset-0 rounded-full"
          style={{ boxShadow: "0 0 0 100vmax var(--scrim)" }}
        />
      </div>
      <label className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-3 text-sm font-semibold">
        Zoom
        <input
          type="range"
          min={1}
          max={ZOOM_MAX}
          step={0.01}
          value={placement.zoom}
          onChange={(event) => zoomTo(event.currentTarget.valueAsNumber)}
          className="w-full accent-accent"
        />
      </label>
      <p id={`${id}-how`} className="text-sm text-faint">
        Drag the picture, or move the crop area with the arrow keys.
      </p>
    </div>
  );
}

/** A picture file opened in the browser. Width and height take its orientation into account. */
export interface SelectedPicture {
  readonly url: string;
  readonly width: number;
  readonly height: number;
  close(): void;
}

const SVG = "image/svg+xml";

/** Returns null if the browser can't decode the file, or if it's an SVG, which the site doesn't accept. */
export async function openPicture(file: File): Promise<SelectedPicture | null> {
  if (file.type === SVG) return null;
  const url = URL.createObjectURL(file);
  const image = new Image();
  image.src = url;
  try {
    await image.decode();
  } catch {
    URL.revokeObjectURL(url);
    return null;
  }
  const { naturalWidth: width, naturalHeight: height } = image;
  return { url, width, height, close: () => URL.revokeObjectURL(url) };
}
