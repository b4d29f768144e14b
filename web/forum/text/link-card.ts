import { type LinkPreview, parseLinkTarget } from "#core/forum/link-target.ts";

/** Long enough that a pointer on its way elsewhere doesn't open cards. */
const OPEN_DELAY_MS = 300;
/** Long enough to move the pointer onto the card. */
const CLOSE_DELAY_MS = 200;
const CARD_ID = "link-card";

let currentEntry: { readonly link: HTMLAnchorElement; card?: HTMLElement } | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

export function showLinkCard(link: HTMLAnchorElement, event: Event): void {
  // Tapping follows the link, without a card.
  if (event instanceof PointerEvent && event.pointerType === "touch") return;
  if (link.pathname === location.pathname || !parseLinkTarget(link.pathname)) return;
  clearTimeout(timer);
  if (currentEntry?.link === link) return;
  closeCard();
  const entry: typeof currentEntry = { link };
  currentEntry = entry;
  for (const type of ["pointerleave", "blur"]) link.addEventListener(type, scheduleClose);
  timer = setTimeout(async () => {
    const preview = await fetchPreview(link.pathname);
    if (currentEntry !== entry) return;
    if (!preview) return closeCard();
    entry.card = createCard(preview);
    entry.card.addEventListener("pointerenter", () => clearTimeout(timer));
    entry.card.addEventListener("pointerleave", scheduleClose);
    (document.getElementById("main") ?? document.body).append(entry.card);
    entry.card.showPopover();
    positionCard(entry.card, link);
    link.setAttribute("aria-describedby", CARD_ID);
    document.addEventListener("keydown", closeOnEscape);
    addEventListener("scroll", closeCard, { capture: true, passive: true });
  }, OPEN_DELAY_MS);
}

function scheduleClose(): void {
  clearTimeout(timer);
  timer = setTimeout(closeCard, CLOSE_DELAY_MS);
}

function closeCard(): void {
  clearTimeout(timer);
  if (!currentEntry) return;
  const { link, card } = currentEntry;
  currentEntry = null;
  for (const type of ["pointerleave", "blur"]) link.removeEventListener(type, scheduleClose);
  link.removeAttribute("aria-describedby");
  card?.remove();
  document.removeEventListener("keydown", closeOnEscape);
  removeEventListener("scroll", closeCard, { capture: true });
}

function closeOnEscape({ key }: KeyboardEvent): void {
  if (key === "Escape") closeCard();
}

/** Never cached, because the link's target may have been deleted since. Null if the target can't be shown or loaded. */
async function fetchPreview(path: string): Promise<LinkPreview | null> {
  const response = await fetch(`/link-preview?${new URLSearchParams({ to: path })}`).catch(() => null);
  return response?.ok ? response.json() : null;
}

function createCard({ title, excerpt, note }: LinkPreview): HTMLElement {
  const card = document.createElement("div");
  card.id = CARD_ID;
  card.role = "tooltip";
  card.popover = "manual";
  card.className =
    "fixed inset-auto m-0 w-80 max-w-[calc(100vw-1rem)] rounded-md border border-line bg-raised p-3 text-sm text-text shadow-float";
  card.append(
    createLine("line-clamp-2 font-semibold", title),
    createLine("mt-1 line-clamp-3 text-muted", excerpt),
    createLine("mt-1.5 truncate text-xs text-faint", note),
  );
  return card;
}

function createLine(className: string, text: string): HTMLElement | string {
  if (text === "") return "";
  const line = document.createElement("p");
  line.className = className;
  line.textContent = text;
  return line;
}

/** Places the card below the link's first line, or above it if there is no room. */
function positionCard(card: HTMLElement, link: HTMLElement): void {
  const { left, top, bottom } = link.getClientRects()[0] ?? link.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const fitsBelow = bottom + 4 + card.offsetHeight <= clientHeight;
  card.style.left = `${Math.max(8, Math.min(left, clientWidth - card.offsetWidth - 8))}px`;
  card.style.top = `${fitsBelow ? bottom + 4 : Math.max(8, top - card.offsetHeight - 4)}px`;
}
