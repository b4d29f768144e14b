/** The styles that determine where text is placed in a textarea. */
const COPIED_STYLES = [
  "boxSizing",
  "width",
  "borderTopWidth",
  "borderRightWidth",
  "borderBottomWidth",
  "borderLeftWidth",
  "borderStyle",
  "paddingTop",
  "paddingRight",
  "paddingBottom",
  "paddingLeft",
  "fontFamily",
  "fontSize",
  "fontWeight",
  "fontStyle",
  "letterSpacing",
  "lineHeight",
  "tabSize",
  "textIndent",
] as const;

/**
 * Returns the caret's position in viewport coordinates. A textarea doesn't expose it, so the text up to the caret is
 * laid out in a hidden copy of the field.
 */
export function findCaret(field: HTMLTextAreaElement): { left: number; top: number; height: number } {
  const styles = getComputedStyle(field);
  const copy = document.createElement("div");
  for (const name of COPIED_STYLES) copy.style[name] = styles[name];
  Object.assign(copy.style, {
    position: "fixed",
    visibility: "hidden",
    whiteSpace: "pre-wrap",
    overflowWrap: "break-word",
  });
  const caret = document.createElement("span");
  caret.textContent = "\u200b";
  copy.append(field.value.slice(0, field.selectionStart), caret);
  document.body.append(copy);
  const { offsetLeft, offsetTop, offsetHeight } = caret;
  copy.remove();
  const box = field.getBoundingClientRect();
  return {
    left: box.left + offsetLeft - field.scrollLeft,
    top: box.top + offsetTop - field.scrollTop,
    height: offsetHeight,
  };
}
