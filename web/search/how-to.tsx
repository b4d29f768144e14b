import { writeSearchPath } from "#core/search/kinds.ts";
import { Link } from "#web/ui/link.tsx";

const EXAMPLES: readonly { search: string; means: string; isPattern?: boolean }[] = [
  { search: '"error correction"', means: "exactly these words, in this order" },
  { search: "wallet -hardware", means: "with the first word, but without the second" },
  { search: "tag:bitcoin", means: "posts and news with this tag" },
  { search: "author:name", means: "by this member, or from this news source", isPattern: true },
  { search: "category:quantum", means: "in this category" },
  { search: "fees after:30d", means: "from the last 30 days; after:2026-03 and after:yesterday work too" },
  { search: "staking before:2026-06", means: "from before this month; a day or a year works too" },
];

/** Explains the search syntax with examples that link to a search, except patterns. */
export function HowTo() {
  return (
    <section aria-labelledby="how-to-search" className="rounded-lg border border-line bg-surface p-4 sm:p-5">
      <h2 id="how-to-search" className="text-base">
        How to search
      </h2>
      <p className="mt-1 text-sm text-muted">
        Results contain every word, and typos are forgiven. You can combine these:
      </p>
      <ul className="mt-3 grid gap-2.5">
        {EXAMPLES.map(({ search, means, isPattern }) => (
          <li key={search} className="grid gap-x-4 text-sm sm:grid-cols-[14rem_1fr]">
            {isPattern ? (
              <span className="font-mono font-semibold">{search}</span>
            ) : (
              <Link
                to={writeSearchPath({ search })}
                className="w-fit rounded-sm font-mono font-semibold text-accent hover:underline"
              >
                {search}
              </Link>
            )}
            <span className="text-muted">{means}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
