import { isDeletedMember } from "#core/accounts/profile-path.ts";
import { formatQuote } from "#core/forum/format-quote.ts";
import { insertBlocks } from "../editor/images/image-edits.ts";
import { insertText } from "../editor/insert-text.ts";

interface QuoteSelection {
  readonly source: HTMLElement;
  readonly text: string;
  readonly range: Range;
}

/** How long to wait after the last selection change before showing the button. The user may still be dragging. */
const SETTLE_MS = 150;
/** How many frames to wait for the reply form to open. */
const FORM_FRAMES_MAX = 60;

let timer: ReturnType<typeof setTimeout> | undefined;
let currentOffer: {
  readonly button: HTMLButtonElement;
  readonly selection: QuoteSelection;
  readonly listeners: AbortController;
} | null = null;

export function offerQuote(): void {
  clearTimeout(timer);
  timer = setTimeout(() => {
    const selection = readSelection();
    if (selection) showButton(selection);
    else hideButton();
  }, SETTLE_MS);
}

/** Null unless all selected text is in one post or comment. */
function readSelection(): QuoteSelection | null {
  const selection = getSelection();
  if (!selection || selection.rangeCount === 0 || selection.isCollapsed) return null;
  const range = selection.getRangeAt(0).cloneRange();
  const source = getElement(range.startContainer)?.closest<HTMLElement>("[data-author]");
  const text = selection.toString().trim();
  if (!source || text === "") return null;
  if (!source.contains(range.endContainer)) {
    // A triple-click on the last paragraph selects up to the start of the next element.
    const rest = range.cloneRange();
    rest.setStartAfter(source);
    if (rest.toString().trim() !== "") return null;
    range.setEnd(source, source.childNodes.length);
  }
  return { source, text, range };
}

const getElement = (node: Node): Element | null => (node instanceof Element ? node : node.parentElement);

function showButton(selection: QuoteSelection): void {
  hideButton();
  const button = document.createElement("button");
  button.type = "button";
  button.popover = "manual";
  button.className = "button button-small quote-button";
  button.textContent = "Quote";
  // The comment field's toolbar also has a "Quote" button.
  button.ariaLabel = "Quote selected text";
  // Preserves the selection.
  button.addEventListener("pointerdown", (event) => event.preventDefault());
  button.addEventListener("click", () => {
    hideButton();
    void insertQuote(selection);
  });
  // Right after the text, where screen readers expect it.
  selection.source.after(button);
  button.showPopover();
  const listeners = new AbortController();
  currentOffer = { button, selection, listeners };
  positionButton();
  const { signal } = listeners;
  document.addEventListener("selectionchange", onSelectionChange, { signal });
  document.addEventListener("keydown", onKeyDown, { signal });
  addEventListener("scroll", positionButton, { capture: true, passive: true, signal });
  addEventListener("resize", positionButton, { signal });
}

function hideButton(): void {
  currentOffer?.button.remove();
  currentOffer?.listeners.abort();
  currentOffer = null;
}

function onSelectionChange(): void {
  if (getSelection()?.isCollapsed === false) offerQuote();
  else hideButton();
}

function onKeyDown(event: KeyboardEvent): void {
  const button = currentOffer?.button;
  if (event.key === "Escape") hideButton();
  // Focus may be anywhere, because selecting text doesn't always move it.
  if (event.key !== "Tab" || event.shiftKey || !button || button === document.activeElement) return;
  event.preventDefault();
  button.focus({ preventScroll: true });
}

/** Places the button below the selection (phones show their own menu above it), or above it if there is no room. */
function positionButton(): void {
  if (!currentOffer) return;
  const { button, selection } = currentOffer;
  const rects = selection.range.getClientRects();
  const lastRect = rects[rects.length - 1] ?? selection.source.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const topBelow = lastRect.bottom + 6;
  const fitsBelow = topBelow + button.offsetHeight <= clientHeight;
  const top = fitsBelow ? topBelow : (rects[0]?.top ?? lastRect.top) - button.offsetHeight - 6;
  button.style.top = `${Math.max(8, top)}px`;
  button.style.left = `${Math.max(8, Math.min(lastRect.right - button.offsetWidth, clientWidth - button.offsetWidth - 8))}px`;
}

async function insertQuote({ source, text }: QuoteSelection): Promise<void> {
  const { author = "" } = source.dataset;
  const field = await findField(source.closest(".comment"));
  if (!field) return;
  const { value, selectionStart: start, selectionEnd: end } = field;
  const block = formatQuote(text, author === "" || isDeletedMember(author) ? null : author);
  // Typing continues in a new paragraph.
  const paragraph = value.slice(end) === "" ? `${block}\n\n` : block;
  insertText(field, insertBlocks({ text: value, start, end }, [paragraph]));
  field.scrollIntoView({ block: "nearest" });
}

/** A comment is quoted in a reply to it, the post in a new comment. */
async function findField(comment: Element | null): Promise<HTMLTextAreaElement | null> {
  if (!comment) return document.querySelector("#comments > form textarea");
  const findReplyField = () =>
    comment.querySelector<HTMLTextAreaElement>(":scope > .comment-body > div > form textarea");
  if (findReplyField()) return findReplyField();
  comment
    .querySelector<HTMLAnchorElement>(':scope > .comment-body > .comment-actions a[href$="?reply"]')
    ?.click();
  for (let frame = 0; frame < FORM_FRAMES_MAX && !findReplyField(); frame += 1)
    await new Promise((resolve) => requestAnimationFrame(resolve));
  return findReplyField();
}
