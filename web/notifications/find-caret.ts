/** What of a textarea's looks decides where its lines break. */
const TAKEN = [
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

/** Where the caret of a textarea stands in the window: its text is laid out once more, out of sight, up to there. */
export function findCaret(field: HTMLTextAreaElement): { left: number; top: number; height: number } {
  const looks = getComputedStyle(field);
  const copy = document.createElement("div");
  for (const name of TAKEN) copy.style[name] = looks[name];
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
