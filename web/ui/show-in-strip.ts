/** Scrolls the selected item of a strip into view. Unlike scrollIntoView, it never moves the page. */
export function showInStrip(item: HTMLElement | null): void {
  const strip = item?.closest("nav");
  if (!item || !strip || strip.scrollWidth <= strip.clientWidth) return;
  const [inner, outer] = [item.getBoundingClientRect(), strip.getBoundingClientRect()];
  strip.scrollLeft += inner.left + inner.width / 2 - (outer.left + outer.width / 2);
}
