import { formatList } from "#core/format-list.ts";
import { buildSearchPath } from "#core/search/kinds.ts";
import type { SearchProblem } from "#core/search/parse-search.ts";
import type { SearchResultPage } from "#core/search/types.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Link } from "#web/ui/link.tsx";

interface SearchNotesProps {
  readonly problems: readonly SearchProblem[];
  readonly results: Pick<SearchResultPage, "corrections" | "unknownAuthors">;
}

/**
 * Shows what was ignored in a search, which authors don't exist, and what else was searched for. The search box
 * references these notes.
 */
export function SearchNotes({ problems, results: { corrections, unknownAuthors } }: SearchNotesProps) {
  const notes = [
    ...problems.map(({ input, message }) => ({ input, message: `was ignored: ${message}` })),
    ...unknownAuthors.map((name) => ({
      input: `author:${name}`,
      message: `doesn't match anyone: there is no member or source named “${name}”.`,
    })),
  ];
  return (
    <div id="search-notes" className="grid gap-1.5 empty:hidden">
      {notes.map(({ input, message }) => (
        <p key={input} className="flex gap-2 text-sm break-words text-warning">
          <Icon name="shield-alert" className="mt-0.5 shrink-0" />
          <span className="min-w-0">
            <strong>{input}</strong> {message}
          </span>
        </p>
      ))}
      {corrections.map(({ word, replacements }) => (
        <p key={word} className="text-sm break-words text-muted">
          No results contain “{word}”. We also searched for{" "}
          {formatList(replacements.map((replacement) => `“${replacement}”`))}.
        </p>
      ))}
    </div>
  );
}

const EXAMPLES: readonly { search: string; meaning: string; isPattern?: boolean }[] = [
  { search: '"error correction"', meaning: "exactly these words, in this order" },
  { search: "wallet -hardware", meaning: "with “wallet” but not “hardware”" },
  { search: "tag:bitcoin", meaning: "posts and news with this tag" },
  { search: "author:name", meaning: "by this member, or from this news source", isPattern: true },
  { search: "category:quantum", meaning: "in this category" },
  { search: "fees after:30d", meaning: "from the last 30 days; after:2026-03 and after:yesterday work too" },
  { search: "staking before:2026-06", meaning: "from before June 2026; a day or a year works too" },
];

export function SearchHelp() {
  return (
    <section aria-labelledby="how-to-search" className="rounded-lg border border-line bg-surface p-4 sm:p-5">
      <h2 id="how-to-search" className="text-base">
        How to search
      </h2>
      <p className="mt-1 text-sm text-muted">
        Results contain all your words; small typos are fine. You can combine these filters:
      </p>
      <ul className="mt-3 grid gap-2.5">
        {EXAMPLES.map(({ search, meaning, isPattern }) => (
          <li key={search} className="grid gap-x-4 text-sm sm:grid-cols-[14rem_1fr]">
            {isPattern ? (
              <span className="font-mono font-semibold">{search}</span>
            ) : (
              <Link
                to={buildSearchPath({ search })}
                className="w-fit rounded-sm font-mono font-semibold text-accent text-link"
              >
                {search}
              </Link>
            )}
            <span className="text-muted">{meaning}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
