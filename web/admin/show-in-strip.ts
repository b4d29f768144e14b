/**
 * Ref of the selected item in a horizontally scrolling strip: scrolls it into view without moving the page, as
 * scrollIntoView could.
 */
export function showInStrip(chosen: HTMLElement | null): void {
  const strip = chosen?.closest("nav");
  if (!chosen || !strip || strip.scrollWidth <= strip.clientWidth) return;
  const [inner, outer] = [chosen.getBoundingClientRect(), strip.getBoundingClientRect()];
  strip.scrollLeft += inner.left + inner.width / 2 - (outer.left + outer.width / 2);
}
