import { REASONS, type Reason } from "#core/reports/kinds.ts";

const BADGE_CLASSES =
  "inline-flex items-center gap-1.5 rounded-full border border-line-strong px-2 py-0.5 text-xs font-semibold whitespace-nowrap text-muted";

export function ReasonBadges({ reasons }: { reasons: Readonly<Partial<Record<Reason, number>>> }) {
  const reportedReasons = (Object.keys(REASONS) as Reason[]).filter((reason) => reasons[reason]);
  return (
    <span className="flex flex-wrap gap-1.5">
      {reportedReasons.map((reason) => (
        <span key={reason} className={BADGE_CLASSES}>
          {REASONS[reason]}
          {(reasons[reason] ?? 0) > 1 ? <span className="figures text-faint">×{reasons[reason]}</span> : null}
        </span>
      ))}
    </span>
  );
}

export const ReasonBadge = ({ reason }: { reason: Reason }) => (
  <span className={BADGE_CLASSES}>{REASONS[reason]}</span>
);
