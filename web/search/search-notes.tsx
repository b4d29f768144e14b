import { formatList } from "#core/format-list.ts";
import type { SearchProblem } from "#core/search/parse-search.ts";
import type { SearchResultPage } from "#core/search/types.ts";
import { Icon } from "#web/ui/icon.tsx";

interface SearchNotesProps {
  readonly problems: readonly SearchProblem[];
  readonly results: Pick<SearchResultPage, "corrections" | "unknownAuthors">;
}

/** What was ignored in a search, and what was searched for as well. Referenced by the search box. */
export function SearchNotes({ problems, results: { corrections, unknownAuthors } }: SearchNotesProps) {
  const notes = [
    ...problems.map(({ input, message }) => ({ input, message: `was ignored: ${message}` })),
    ...unknownAuthors.map((name) => ({
      input: `author:${name}`,
      message: `has no results: there is no member or source named “${name}”.`,
    })),
  ];
  return (
    <div id="search-problems" className="grid gap-1.5 empty:hidden">
      {notes.map(({ input, message }) => (
        <p key={input} className="flex gap-2 text-sm break-words text-warning">
          <Icon name="shield-alert" className="mt-0.5 shrink-0" />
          <span className="min-w-0">
            <strong>{input}</strong> {message}
          </span>
        </p>
      ))}
      {corrections.map(({ word, corrections: replacements }) => (
        <p key={word} className="text-sm break-words text-muted">
          No results contain “{word}”. We also searched for{" "}
          {formatList(replacements.map((replacement) => `“${replacement}”`))}.
        </p>
      ))}
    </div>
  );
}
