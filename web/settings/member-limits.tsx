import type { Allowance } from "#core/forum/allowance.ts";
import type { TrustLimits } from "#core/forum/trust-level.ts";

const LINES: readonly (readonly [keyof TrustLimits, string])[] = [
  ["posts", "Posts per 24 hours"],
  ["comments", "Comments per 24 hours"],
  ["links", "Links to other sites per post or comment"],
  ["images", "Images per post or comment"],
  ["mentions", "Mentions per post or comment"],
];

export function MemberLimits({ allowance }: { allowance: Allowance }) {
  const { label: trustLevel, limits, whenLifted } = allowance;
  const activeLines = LINES.filter(([name]) => limits[name] !== null);
  return (
    <div className="grid gap-3 text-sm">
      <p className="text-base font-semibold">{trustLevel}</p>
      {activeLines.length > 0 ? (
        <dl className="grid max-w-md gap-x-6 gap-y-1.5">
          {activeLines.map(([name, label]) => (
            <div key={name} className="flex items-baseline justify-between gap-4">
              <dt className="text-muted">{label}</dt>
              <dd className="figures font-semibold">{limits[name]}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <p className="text-muted">You have no limits on posts, comments, links, images or mentions.</p>
      )}
      {whenLifted ? <p className="text-muted">{whenLifted}</p> : null}
    </div>
  );
}
