import { Link } from "react-router";
import { writeSearchPath } from "#core/search/kinds.ts";

const EXAMPLES: readonly { search: string; means: string; isPattern?: boolean }[] = [
  { search: '"error correction"', means: "these words, one after the other" },
  { search: "wallet -hardware", means: "without a word" },
  { search: "tag:bitcoin", means: "posts and news with a tag" },
  { search: "author:name", means: "what a member wrote, or a source of news", isPattern: true },
  { search: "category:quantum", means: "of one category" },
  { search: "fees after:30d", means: "of the last thirty days; also after:2026-03 or after:yesterday" },
  { search: "staking before:2026-06", means: "older than a day, a month or a year" },
];

/** The search's language by examples; each but a pattern is a search itself. */
export function HowTo() {
  return (
    <section aria-labelledby="how-to-search" className="rounded-lg border border-line bg-surface p-4 sm:p-5">
      <h2 id="how-to-search" className="text-base">
        How to find it
      </h2>
      <p className="mt-1 text-sm text-muted">
        Every word has to be found; misspellings are forgiven. These can be put together:
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
