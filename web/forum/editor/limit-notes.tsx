import { formatCount } from "#core/format-count.ts";
import { type Allowance, describeNearLimits } from "#core/forum/allowance.ts";
import { estimateMarkup } from "#core/forum/estimate-markup.ts";
import { useOptionalSite } from "#web/page/site-data.ts";

/** Shown only while the content is close to the limits of its author's trust level. */
export function MarkupLimitNote({ allowance, content }: { allowance: Allowance | null; content: string }) {
  const site = useOptionalSite();
  if (!allowance || !site) return null;
  const message = describeNearLimits(allowance, estimateMarkup(content, site.publicUrl));
  if (message === null) return null;
  return (
    <p role="status" className="mt-1 text-sm text-muted">
      {message} {allowance.whenLifted}
    </p>
  );
}

/** Warns, before the form is sent, that the daily limit is reached or that this is the last post of the day. */
export function DailyLimitNote({ allowance }: { allowance: Allowance | null }) {
  const day = allowance?.posts;
  if (!allowance || !day || day.remaining > 1) return null;
  const { plural, whenLifted } = allowance;
  return (
    <p className="mb-5 rounded-md bg-hover px-4 py-3 text-sm text-muted">
      {day.wait === null
        ? `${plural} can publish up to ${formatCount(day.limit, "post")} in 24 hours. This is your last one for now.`
        : `${plural} can publish up to ${formatCount(day.limit, "post")} in 24 hours. You can publish your next one in ${day.wait}. Until then, we save what you write as a draft.`}{" "}
      {whenLifted}
    </p>
  );
}
