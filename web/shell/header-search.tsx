import { Suspense, useRef, useState } from "react";
import { SEARCH_MAX } from "#core/forum/limits.ts";
import { lazyComponent } from "#web/router/lazy-component.tsx";
import { Icon } from "#web/ui/icon.tsx";

const Suggestions = lazyComponent(() => import("#web/search/suggestions.tsx"));

/** A plain form that works without JavaScript. On small screens it covers the header while in use. */
export function HeaderSearch() {
  const box = useRef<HTMLInputElement>(null);
  const [wasFocused, setWasFocused] = useState(false);
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
          onFocus={() => setWasFocused(true)}
        />
        {/* Replaces a truncated placeholder until the box is focused. */}
        <span aria-hidden="true">Search</span>
      </search>
      {wasFocused ? (
        <Suspense>
          <Suggestions box={box} />
        </Suspense>
      ) : null}
    </form>
  );
}
