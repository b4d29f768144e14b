import { useEffect, useRef } from "react";
import { SEARCH_MAX } from "#core/ai/history/limits.ts";
import { Icon } from "#web/ui/icon.tsx";

const PAUSE_MS = 350;

export function PanelSearch({ onSearch }: { onSearch: (search: string) => void }) {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <search className="relative block">
      <label htmlFor="history-search" className="sr-only">
        Search your conversations
      </label>
      <span className="pointer-events-none absolute inset-y-0 start-3 grid place-items-center text-faint">
        <Icon name="search" />
      </span>
      <input
        id="history-search"
        type="search"
        maxLength={SEARCH_MAX}
        placeholder="Search your conversations"
        onInput={(event) => {
          const { value } = event.currentTarget;
          clearTimeout(timer.current);
          timer.current = setTimeout(() => onSearch(value), PAUSE_MS);
        }}
        className="h-10 w-full rounded-md border border-line-strong bg-canvas ps-9 pe-3 text-base text-text transition-colors hover:border-faint sm:text-sm"
      />
    </search>
  );
}
