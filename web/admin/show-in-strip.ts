/**
 * The ref of what is chosen in a strip that scrolls sideways on a phone: brings it into sight, and does not move the
 * page, as the browser's own way might.
 */
export function showInStrip(chosen: HTMLElement | null): void {
  const strip = chosen?.closest("nav");
  if (!chosen || !strip || strip.scrollWidth <= strip.clientWidth) return;
  const [inner, outer] = [chosen.getBoundingClientRect(), strip.getBoundingClientRect()];
  strip.scrollLeft += inner.left + inner.width / 2 - (outer.left + outer.width / 2);
}
