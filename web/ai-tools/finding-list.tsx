import {
  countFindings,
  describeOmittedFindings,
  type Finding,
  type FindingCounts,
  IMPACT_LEVELS,
} from "#core/ai/analysis.ts";
import { Badge, type BadgeVariant } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { useHydrated } from "#web/ui/use-hydrated.ts";
import { MarkdownLine } from "./markdown/markdown-text.tsx";

const IMPACT_VARIANTS: Readonly<Record<Finding["impact"], BadgeVariant>> = {
  high: "danger",
  medium: "warning",
  low: "low",
  informational: "quiet",
};

interface FindingListProps {
  readonly findings: readonly Finding[];
  /** How many findings of each impact there are, if not all of them are shown. */
  readonly totals: FindingCounts | undefined;
  readonly onShowLine: (finding: Finding) => void;
}

export function FindingList({ findings, totals, onShowLine }: FindingListProps) {
  const counts = IMPACT_LEVELS.map((impact) => ({
    impact,
    count: totals?.[impact] ?? findings.filter((finding) => finding.impact === impact).length,
  })).filter(({ count }) => count > 0);
  return (
    <section aria-labelledby="answer-findings">
      <h4 id="answer-findings" className="flex flex-wrap items-center gap-2 font-semibold">
        Findings
        {counts.map(({ impact, count }) => (
          <Badge key={impact} variant={IMPACT_VARIANTS[impact]} label={`${count} ${impact}`} />
        ))}
      </h4>
      {totals ? (
        <p className="mt-2 text-sm text-muted">
          {describeOmittedFindings(countFindings(totals), findings.length)}
        </p>
      ) : null}
      <ol className="mt-3 grid grid-cols-1 gap-3">
        {findings.map((finding) => (
          <li
            key={finding.id}
            className="min-w-0 rounded-md border border-line bg-canvas p-3.5 sm:p-4 [&_p_code]:font-mono [&_p_code]:text-xs"
          >
            <FindingItem finding={finding} onShowLine={onShowLine} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function FindingItem({ finding, onShowLine }: { finding: Finding; onShowLine: (finding: Finding) => void }) {
  const { title, impact, confidence, line, code, contract, explanation, recommendation } = finding;
  const isHydrated = useHydrated();
  const location = [contract, finding.function].filter(Boolean).join(".");
  return (
    <>
      <div className="flex items-start justify-between gap-3">
        <h5 className="min-w-0 leading-snug font-semibold">
          <MarkdownLine text={title} />
        </h5>
        {isHydrated ? (
          <Button
            size="sm"
            variant="quiet"
            aria-label={`Go to line ${line}`}
            onClick={() => onShowLine(finding)}
            className="-me-2 -mt-1 print:hidden"
          >
            <Icon name="text-quote" size={14} />
            Line {line}
          </Button>
        ) : null}
      </div>
      <p className="mt-1 flex flex-wrap items-center gap-x-2.5 gap-y-1 text-xs text-faint">
        <Badge
          variant={IMPACT_VARIANTS[impact]}
          label={impact === "informational" ? impact : `${impact} impact`}
        />
        <span>{confidence} confidence</span>
        <span className={isHydrated ? "hidden print:inline" : undefined}>line {line}</span>
        {location ? <span className="max-w-full truncate font-mono">{location}</span> : null}
      </p>
      <pre className="mt-2.5 rounded-sm bg-hover px-2.5 py-1.5 font-mono text-xs whitespace-pre-wrap">
        <code>{code}</code>
      </pre>
      <p className="mt-2.5 text-sm">
        <MarkdownLine text={explanation} />
      </p>
      <p className="mt-1.5 text-sm text-muted">
        <strong className="font-semibold text-text">What to do:</strong>{" "}
        <MarkdownLine text={recommendation} />
      </p>
    </>
  );
}
