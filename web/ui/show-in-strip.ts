/** Scrolls the selected item of a strip into view. Unlike scrollIntoView, it never moves the page. */
export function showInStrip(item: HTMLElement | null): void {
  const strip = item?.closest("nav");
  if (!item || !strip || strip.scrollWidth <= strip.clientWidth) return;
  const [itemBox, stripBox] = [item.getBoundingClientRect(), strip.getBoundingClientRect()];
  strip.scrollLeft += itemBox.left + itemBox.width / 2 - (stripBox.left + stripBox.width / 2);
}
