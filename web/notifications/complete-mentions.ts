import { formatCount } from "#core/format-count.ts";
import { extractMentions, formatMention } from "#core/forum/mention.ts";
import { MENTIONS_MAX } from "#core/notifications/kinds.ts";
import type { SuggestedName } from "#core/notifications/types.ts";
import { insertText } from "#web/forum/editor/insert-text.ts";
import { findCaret } from "./find-caret.ts";
import { TYPED_MENTION } from "./typed-mention.ts";

const TYPING_PAUSE_MS = 120;
const cache = new Map<string, Promise<readonly SuggestedName[]>>();
const updateFunctions = new WeakMap<HTMLTextAreaElement, () => void>();
let listCount = 0;

/** Suggests names for the mention being typed, following the combobox pattern. */
export function completeMentions(field: HTMLTextAreaElement): void {
  const update = updateFunctions.get(field) ?? attachSuggestions(field);
  updateFunctions.set(field, update);
  update();
}

function attachSuggestions(field: HTMLTextAreaElement): () => void {
  listCount += 1;
  const id = `mentions-${listCount}`;
  let box: HTMLDivElement | undefined;
  let suggestions: readonly SuggestedName[] = [];
  let activeIndex = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let latestRequest = 0;

  const findTypedMention = () => {
    const before = field.value.slice(0, field.selectionStart);
    const [, quotedName, plainName] = TYPED_MENTION.exec(before.slice(-40)) ?? [];
    const name = quotedName ?? plainName;
    if (name === undefined || field.selectionStart !== field.selectionEnd) return null;
    return {
      name,
      from: before.length - name.length - (quotedName === undefined ? 1 : 2),
      to: before.length,
    };
  };

  function close(): void {
    clearTimeout(timer);
    latestRequest += 1;
    box?.remove();
    box = undefined;
    for (const name of ["aria-controls", "aria-activedescendant", "aria-autocomplete", "aria-haspopup"])
      field.removeAttribute(name);
  }

  function highlight(index: number): void {
    activeIndex = (index + suggestions.length) % suggestions.length;
    for (const [position, option] of [...(box?.querySelectorAll("[role=option]") ?? [])].entries()) {
      option.setAttribute("aria-selected", String(position === activeIndex));
      if (position === activeIndex) option.scrollIntoView({ block: "nearest" });
    }
    field.setAttribute("aria-activedescendant", `${id}-${activeIndex}`);
  }

  function accept(index: number): void {
    const mention = findTypedMention();
    const selectedSuggestion = suggestions[index];
    close();
    if (!mention || !selectedSuggestion) return;
    const insert = `${formatMention(selectedSuggestion.username)} `;
    const end = mention.from + insert.length;
    insertText(field, { from: mention.from, to: mention.to, insert, selectStart: end, selectEnd: end });
    close();
  }

  function show(): void {
    if (suggestions.length === 0 || document.activeElement !== field) {
      close();
      return;
    }
    if (!box) {
      box = document.createElement("div");
      box.popover = "manual";
      box.className =
        "fixed inset-auto m-0 w-64 overflow-hidden rounded-md border border-line bg-raised p-1 text-text shadow-float";
      (document.getElementById("main") ?? document.body).append(box);
      box.showPopover();
    }
    const list = document.createElement("ul");
    list.id = id;
    list.setAttribute("role", "listbox");
    list.setAttribute("aria-label", "Members");
    list.className = "max-h-64 overflow-y-auto";
    list.append(
      ...suggestions.map((suggestion, index) =>
        createOption(`${id}-${index}`, suggestion, () => accept(index)),
      ),
    );
    box.replaceChildren(list, ...createNotes(field.value, suggestions.length));
    positionBox(box, field);
    field.setAttribute("aria-controls", id);
    field.setAttribute("aria-autocomplete", "list");
    field.setAttribute("aria-haspopup", "listbox");
    highlight(0);
  }

  function update(): void {
    clearTimeout(timer);
    const mention = findTypedMention();
    if (!mention) {
      close();
      return;
    }
    timer = setTimeout(async () => {
      latestRequest += 1;
      const request = latestRequest;
      const fetchedSuggestions = await fetchSuggestions(mention.name);
      if (request !== latestRequest) return;
      suggestions = fetchedSuggestions;
      show();
    }, TYPING_PAUSE_MS);
  }

  field.addEventListener("input", update);
  field.addEventListener("blur", close);
  field.addEventListener("click", update);
  field.addEventListener("keydown", (event) => {
    if (!box || event.isComposing) return;
    if (event.key === "ArrowDown") highlight(activeIndex + 1);
    else if (event.key === "ArrowUp") highlight(activeIndex - 1);
    else if ((event.key === "Enter" && !event.ctrlKey && !event.metaKey) || event.key === "Tab")
      accept(activeIndex);
    else if (event.key === "Escape") close();
    else if (event.key === "ArrowLeft" || event.key === "ArrowRight") return close();
    else return;
    // Prevents the editor's shortcuts from running while the list is open.
    event.preventDefault();
    event.stopPropagation();
  });
  return update;
}

function createOption(
  id: string,
  { username, avatarUrl, isInThread }: SuggestedName,
  choose: () => void,
): HTMLLIElement {
  const option = document.createElement("li");
  option.id = id;
  option.setAttribute("role", "option");
  option.className =
    "flex cursor-pointer items-center gap-2 rounded-sm px-2 py-1.5 text-sm aria-selected:bg-hover";
  const avatar = document.createElement("img");
  Object.assign(avatar, {
    src: avatarUrl ?? `/avatars/${encodeURIComponent(username)}.svg`,
    alt: "",
    width: 24,
    height: 24,
    className: "size-6 shrink-0 rounded-full bg-hover object-cover",
  });
  const name = document.createElement("span");
  name.className = "min-w-0 flex-1 truncate font-semibold";
  name.textContent = username;
  option.append(avatar, name);
  if (isInThread) {
    const hint = document.createElement("span");
    hint.className = "shrink-0 text-xs text-muted";
    hint.textContent = "in this thread";
    option.append(hint);
  }
  // Prevents the field from losing focus.
  option.addEventListener("pointerdown", (event) => event.preventDefault());
  option.addEventListener("click", choose);
  return option;
}

/** Announces the number of suggestions to screen readers, and warns about too many mentions. */
function createNotes(text: string, count: number): HTMLElement[] {
  const status = document.createElement("p");
  status.setAttribute("role", "status");
  status.className = "sr-only";
  status.textContent = `${formatCount(count, "member")}. Use the arrow keys.`;
  const mentionCount = extractMentions(text, 5 * MENTIONS_MAX).length;
  if (mentionCount <= MENTIONS_MAX) return [status];
  const note = document.createElement("p");
  note.className = "border-t border-line px-2 pt-1.5 pb-1 text-xs text-muted";
  note.textContent = `Only the first ${MENTIONS_MAX} people you mention are notified.`;
  return [status, note];
}

function positionBox(box: HTMLElement, field: HTMLTextAreaElement): void {
  const { left, top, height } = findCaret(field);
  const topBelow = top + height + 4;
  const fitsBelow = topBelow + box.offsetHeight <= innerHeight;
  box.style.left = `${Math.max(8, Math.min(left, document.documentElement.clientWidth - box.offsetWidth - 8))}px`;
  box.style.top = `${fitsBelow ? topBelow : Math.max(8, top - box.offsetHeight - 4)}px`;
}

/** Caches results per query, except those of failed requests. */
function fetchSuggestions(name: string): Promise<readonly SuggestedName[]> {
  const [, postId = ""] = /^\/forum\/([^/]+)/.exec(location.pathname) ?? [];
  const query = new URLSearchParams({ q: name, post: postId }).toString();
  const cachedSuggestions = cache.get(query);
  if (cachedSuggestions) return cachedSuggestions;
  const suggestions = fetch(`/mentions?${query}`)
    .then(async (response) => {
      if (!response.ok) throw new Error(String(response.status));
      return ((await response.json()) as { names: SuggestedName[] }).names;
    })
    .catch(() => {
      cache.delete(query);
      return [];
    });
  if (cache.size > 200) cache.clear();
  cache.set(query, suggestions);
  return suggestions;
}
