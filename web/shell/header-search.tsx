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
    <form action="/search" className="site-search">
      <search>
        <label htmlFor="site-search" className="sr-only">
          Search
        </label>
        <Icon name="search" />
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
        />
        {/* Where the example would be cut short, a word stands in for it until the box is used. */}
        <span aria-hidden="true">Search</span>
      </search>
      {isUsed ? (
        <Suspense>
          <Suggestions box={box} />
        </Suspense>
      ) : null}
    </form>
  );
}
