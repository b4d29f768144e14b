import { type RefObject, useEffect, useId, useRef, useState } from "react";
import { formatCount } from "#core/format-count.ts";
import { buildSearchPath } from "#core/search/kinds.ts";
import type { Suggestion } from "#core/search/types.ts";
import { Avatar } from "#web/lists/avatar.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Icon } from "#web/ui/icon.tsx";
import type { IconName } from "#web/ui/icon-names.ts";
import { Highlighted, toPlainText } from "./highlighted.tsx";
import { useSuggestions } from "./use-suggestions.ts";

const ICONS: Readonly<Record<Suggestion["kind"], IconName>> = {
  post: "messages-square",
  member: "user",
  tag: "search",
  article: "newspaper",
};
const KIND_LABELS: Readonly<Record<Suggestion["kind"], string>> = {
  post: "Post",
  member: "Member",
  tag: "Tag",
  article: "News",
};

interface SuggestionsProps {
  readonly box: RefObject<HTMLInputElement | null>;
  readonly onSelect: (path: string) => void;
}

/** Suggestions below the header's search box, which works without them. Follows the combobox pattern. */
export default function Suggestions({ box, onSelect }: SuggestionsProps) {
  const id = useId();
  const { text, suggestions, isCurrent, isOpen, setText, close } = useSuggestions(box);
  const [selectedIndex, setSelectedIndex] = useState(-1);
  const list = useRef<HTMLUListElement>(null);
  // The last option searches for the typed text, as Enter does when no option is selected.
  const paths = [...suggestions.map(({ path }) => path), buildSearchPath({ search: text })];
  const isVisible = isOpen && text !== "";
  const activeIndex = isVisible ? selectedIndex : -1;

  // biome-ignore lint/correctness/useExhaustiveDependencies: new suggestions reset the selection
  useEffect(() => setSelectedIndex(-1), [suggestions]);

  useEffect(() => {
    const input = box.current;
    if (!input) return;
    input.setAttribute("role", "combobox");
    input.setAttribute("aria-autocomplete", "list");
    input.setAttribute("aria-controls", id);
    input.setAttribute("aria-expanded", String(isVisible));
    if (activeIndex >= 0) input.setAttribute("aria-activedescendant", `${id}-${activeIndex}`);
    else input.removeAttribute("aria-activedescendant");
    list.current?.children[activeIndex]?.scrollIntoView({ block: "nearest" });
  }, [box, id, isVisible, activeIndex]);

  const onKey = useRef<(event: KeyboardEvent) => void>(() => {});
  onKey.current = (event) => {
    if (event.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Escape" && isVisible) {
      event.preventDefault();
      close();
    } else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && text !== "") {
      event.preventDefault();
      const count = paths.length;
      const step = event.key === "ArrowDown" ? 1 : -1;
      // Past either end, the selection returns to the box.
      setSelectedIndex(
        isVisible ? ((selectedIndex + 1 + step + count + 1) % (count + 1)) - 1 : step > 0 ? 0 : count - 1,
      );
      if (!isVisible) setText(text);
    } else if (event.key === "Enter") {
      const path = paths[activeIndex];
      // Without a selection, the browser submits the form.
      if (path === undefined) return;
      event.preventDefault();
      onSelect(path);
    }
  };
  useEffect(() => {
    const input = box.current;
    const listener = (event: KeyboardEvent) => onKey.current(event);
    input?.addEventListener("keydown", listener);
    return () => input?.removeEventListener("keydown", listener);
  }, [box]);

  return (
    <>
      <p role="status" className="sr-only">
        {isVisible && isCurrent ? describeCount(suggestions.length) : ""}
      </p>
      <ul
        ref={list}
        id={id}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a combobox list; the box handles the keys
        role="listbox"
        aria-label="Suggestions"
        hidden={!isVisible}
        className="absolute end-0 top-full z-40 mt-1.5 w-full md:w-100 max-h-[70vh] overflow-y-auto rounded-md border border-line bg-raised p-1.5 shadow-float max-md:inset-x-3 max-md:mt-0 max-md:w-auto"
      >
        {suggestions.map((suggestion, index) => (
          <Option
            key={suggestion.path}
            id={`${id}-${index}`}
            isActive={index === activeIndex}
            onSelect={() => onSelect(suggestion.path)}
          >
            {suggestion.kind === "member" ? (
              <Avatar name={toPlainText(suggestion.label)} src={suggestion.avatarUrl} />
            ) : (
              <Icon name={ICONS[suggestion.kind]} className="mx-1 shrink-0 text-faint" />
            )}
            <span dir="auto" className="line-clamp-2 min-w-0 flex-1 leading-snug break-words">
              <Highlighted text={suggestion.label} />
            </span>
            <span className="shrink-0 text-xs text-faint">{KIND_LABELS[suggestion.kind]}</span>
          </Option>
        ))}
        <Option
          id={`${id}-${suggestions.length}`}
          isActive={activeIndex === suggestions.length}
          onSelect={() => onSelect(buildSearchPath({ search: text }))}
        >
          <Icon name="search" className="mx-1 shrink-0 text-faint" />
          <span className="min-w-0 flex-1 truncate">
            Search for <strong>{text}</strong>
          </span>
        </Option>
      </ul>
    </>
  );
}

interface OptionProps {
  readonly id: string;
  readonly isActive: boolean;
  readonly onSelect: () => void;
  readonly children: React.ReactNode;
}

function Option({ id, isActive, onSelect, children }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the box handles the keys of all options
    // biome-ignore lint/a11y/useFocusableInteractive: focus stays in the box, which references the active option
    <li
      id={id}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: an option of the list box
      role="option"
      aria-selected={isActive}
      // Prevents the box from losing focus when an option is pressed.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onSelect}
      className={classNames(
        "flex cursor-pointer items-center gap-2 rounded-sm px-1.5 py-2 text-sm text-text hover:bg-hover",
        isActive && "bg-hover",
      )}
    >
      {children}
    </li>
  );
}

function describeCount(count: number): string {
  if (count === 0) return "No suggestions. Press Enter to search everything.";
  return `${formatCount(count, "suggestion")}. Use the arrow keys.`;
}
