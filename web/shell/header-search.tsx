import { Suspense, useRef, useState } from "react";
import { SEARCH_MAX } from "#core/forum/limits.ts";
import { Icon } from "#web/ui/icon.tsx";
import { lazyPart } from "#web/ui/lazy-part.tsx";

// Loaded when somebody is about to type.
const Suggestions = lazyPart(() => import("#web/search/suggestions.tsx"));

/** The header's search: a form that works by itself. On a small screen it takes the header's place while it is in use. */
export function HeaderSearch() {
  const box = useRef<HTMLInputElement>(null);
  const [isUsed, setUsed] = useState(false);
  return (
    <form
      action="/search"
      className="relative ms-auto flex min-w-0 flex-1 items-center bg-canvas max-md:focus-within:absolute max-md:focus-within:inset-0 max-md:focus-within:z-10 max-md:focus-within:px-3 md:max-w-72"
    >
      <search className="relative min-w-0 flex-1">
        <label htmlFor="site-search" className="sr-only">
          Search
        </label>
        <Icon
          name="search"
          size={16}
          className="pointer-events-none absolute start-3 top-1/2 -translate-y-1/2 text-faint"
        />
        <input
          ref={box}
          id="site-search"
          name="q"
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          maxLength={SEARCH_MAX}
          placeholder="Search posts, news, users..."
          onFocus={() => setUsed(true)}
          className="peer h-9 w-full rounded-full border border-line bg-surface ps-9 pe-3 text-base text-ellipsis text-text transition-colors hover:border-line-strong max-lg:not-focus:placeholder:text-transparent sm:text-sm"
        />
        {/* Where the example would be cut short, a word stands in for it until the box is used. */}
        <span
          aria-hidden="true"
          className="pointer-events-none absolute start-9 top-1/2 hidden -translate-y-1/2 text-faint max-lg:peer-[:placeholder-shown:not(:focus)]:block sm:text-sm"
        >
          Search
        </span>
      </search>
      {isUsed ? (
        <Suspense>
          <Suggestions box={box} />
        </Suspense>
      ) : null}
    </form>
  );
}
