import { NEWS_FETCH_FAILED, SAMPLE_NOTICE } from "#core/news/wording.ts";
import { SampleBadge } from "./badges.tsx";

/** Says that the fallback set is shown, and whether that is because no source could be reached. */
export function SampleNotice({ hasFailed }: { hasFailed: boolean }) {
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md border border-line bg-surface px-4 py-2.5 text-sm text-muted">
      <SampleBadge />
      {hasFailed ? <strong className="text-text">{NEWS_FETCH_FAILED}</strong> : null}
      <span>{SAMPLE_NOTICE}</span>
    </p>
  );
}
