import { SEARCH_KIND_LABELS, SEARCH_KINDS, type SearchAddress, writeSearchPath } from "#core/search/kinds.ts";
import { Choice } from "#web/ui/choice.tsx";

/** Links, so that a search can be shared and works without JavaScript. */
export function KindTabs({ address: { search, kind } }: { address: SearchAddress }) {
  return (
    <nav aria-label="Search in" className="-mx-4 overflow-x-auto px-4 md:mx-0 md:px-0">
      <div className="flex w-max rounded-md border max-sm:w-full max-sm:*:grow max-sm:*:px-1.5 max-sm:*:text-center border-line bg-surface p-0.5 sm:gap-1 sm:p-1">
        {SEARCH_KINDS.map((one) => (
          <Choice key={one} look="tab" to={writeSearchPath({ search, kind: one })} active={one === kind}>
            {SEARCH_KIND_LABELS[one]}
          </Choice>
        ))}
      </div>
    </nav>
  );
}
