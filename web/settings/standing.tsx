import type { Allowance } from "#core/forum/allowance.ts";
import type { StandingLimits } from "#core/forum/standing.ts";

const LINES: readonly (readonly [keyof StandingLimits, string])[] = [
  ["posts", "Posts within 24 hours"],
  ["comments", "Comments within 24 hours"],
  ["links", "Links to elsewhere in one post or comment"],
  ["images", "Pictures in one post or comment"],
  ["mentions", "People named in one post or comment"],
];

/** One's standing, what it allows, and when it allows more. */
export function Standing({ allowance }: { allowance: Allowance }) {
  const { label, limits, loosens } = allowance;
  const limited = LINES.filter(([name]) => limits[name] !== null);
  return (
    <div className="grid gap-3 text-sm">
      <p className="text-base font-semibold">{label}</p>
      {limited.length > 0 ? (
        <dl className="grid max-w-md gap-x-6 gap-y-1.5">
          {limited.map(([name, words]) => (
            <div key={name} className="flex items-baseline justify-between gap-4">
              <dt className="text-muted">{words}</dt>
              <dd className="figures font-semibold">{limits[name]}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <p className="text-muted">Links, pictures, mentions, posts and comments are not limited for you.</p>
      )}
      {loosens ? <p className="text-muted">{loosens}</p> : null}
    </div>
  );
}
