import { ACTION_LABELS } from "#core/reports/kinds.ts";
import type { ReportOutcome } from "#core/reports/types.ts";
import { DayTime } from "#web/ui/day-time.tsx";

/** For example, "Author warned, content deleted". */
export const formatOutcome = ({ action, alsoRemoved }: ReportOutcome) =>
  `${ACTION_LABELS[action]}${alsoRemoved ? ", content deleted" : ""}`;

export function Outcome({ outcome }: { outcome: ReportOutcome }) {
  return (
    <div className="grid grid-cols-1 gap-1">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-semibold">{formatOutcome(outcome)}</span>
        <span className="text-sm text-faint">
          by {outcome.decidedBy}, <DayTime time={outcome.decidedAt} />
        </span>
      </p>
      <p className="text-sm break-words whitespace-pre-line text-muted">“{outcome.conclusion}”</p>
    </div>
  );
}
