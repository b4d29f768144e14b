import { useRouteLoaderData } from "react-router";
import { type Allowance, sayNear } from "#core/forum/allowance.ts";
import { estimateMarks } from "#core/forum/estimate-marks.ts";
import type { SiteData } from "#web/shell/site-data.ts";

/** A quiet line while a text comes near the limits of its writer's standing; nothing else before. */
export function MarksNote({ allowance, content }: { allowance: Allowance | null; content: string }) {
  const site = useRouteLoaderData<SiteData>("root");
  if (!allowance || !site) return null;
  const near = sayNear(allowance, estimateMarks(content, site.publicUrl));
  if (near === null) return null;
  return (
    <p role="status" className="mt-1 text-sm text-muted">
      {near} {allowance.loosens}
    </p>
  );
}

/** Says before anything is written that the day is full, or that this is its last post. */
export function DayNote({ allowance }: { allowance: Allowance | null }) {
  const day = allowance?.posts;
  if (!allowance || !day || day.left > 1) return null;
  const { plural, loosens } = allowance;
  return (
    <p className="mb-5 rounded-md bg-hover px-4 py-3 text-sm text-muted">
      {day.wait === null
        ? `${plural} may publish ${day.limit} posts within 24 hours; this is the last of them.`
        : `${plural} may publish ${day.limit} posts within 24 hours, and you have. The next one is possible in ${day.wait}; what you write is kept as a draft until then.`}{" "}
      {loosens}
    </p>
  );
}
