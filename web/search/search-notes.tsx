import type { SearchProblem } from "#core/search/parse-search.ts";
import type { FoundPage } from "#core/search/types.ts";
import { Icon } from "#web/ui/icon.tsx";

interface SearchNotesProps {
  readonly problems: readonly SearchProblem[];
  readonly found: Pick<FoundPage, "understood" | "unknownAuthors">;
}

/** What was left out of the search, and what was searched for besides. Stands below the box that it is about. */
export function SearchNotes({ problems, found: { understood, unknownAuthors } }: SearchNotesProps) {
  const all = [
    ...problems.map(({ written, message }) => ({ written, message: `was left out: ${message}` })),
    ...unknownAuthors.map((name) => ({
      written: `author:${name}`,
      message: `finds nothing: nobody here is called “${name}”.`,
    })),
  ];
  return (
    <div id="search-problems" className="grid gap-1.5 empty:hidden">
      {all.map(({ written, message }) => (
        <p key={written} className="flex gap-2 text-sm break-words text-warning">
          <Icon name="shield-alert" className="mt-0.5 shrink-0" />
          <span className="min-w-0">
            <strong>{written}</strong> {message}
          </span>
        </p>
      ))}
      {understood.map(({ typed, as }) => (
        <p key={typed} className="text-sm break-words text-muted">
          Nobody here has written “{typed}”. Searched for {as.map((word) => `“${word}”`).join(", ")} as well.
        </p>
      ))}
    </div>
  );
}
