/** Scrolls the selected item of a strip into view without moving the page, as scrollIntoView could. */
export function showInStrip(item: HTMLElement | null): void {
  const strip = item?.closest("nav");
  if (!item || !strip || strip.scrollWidth <= strip.clientWidth) return;
  const [inner, outer] = [item.getBoundingClientRect(), strip.getBoundingClientRect()];
  strip.scrollLeft += inner.left + inner.width / 2 - (outer.left + outer.width / 2);
}
