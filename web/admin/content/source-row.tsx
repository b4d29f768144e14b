import { formatCount } from "#core/format-count.ts";
import { formatUtcTime } from "#core/full-date.ts";
import { NEWS_CATEGORY_LABELS } from "#core/news/categories.ts";
import type { NewsSource, SourceHealth } from "#core/news/types.ts";
import { RelativeTime } from "#web/lists/relative-time.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { buildContentPath } from "./content-paths.ts";
import { ActionButton, DeleteDisclosure, EditLink } from "./content-row.tsx";

const HEALTH_BADGES = {
  new: ["quiet", "Not fetched yet"],
  good: ["accent", "Good"],
  failing: ["warning", "Failing"],
  broken: ["danger", "Broken"],
  off: ["quiet", "Paused"],
} as const satisfies Record<SourceHealth, readonly [string, string]>;

export function SourceRow({ source }: { source: NewsSource }) {
  const { id, name, health, lastError } = source;
  const [variant, label] = HEALTH_BADGES[health];
  return (
    <li className="grid grid-cols-1 gap-2 px-4 py-3.5">
      <div className="min-w-0">
        <p dir="auto" className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 font-semibold break-words">{name}</span>
          <Badge variant={variant} label={label} />
        </p>
        <p className="mt-0.5 truncate text-sm text-faint" title={source.url}>
          {source.url}
        </p>
        <p className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
          <span>{NEWS_CATEGORY_LABELS[source.category]}</span>
          <span>{formatCount(source.articleCount, "article")}</span>
          {source.lastSucceededAt ? (
            <span>
              last fetched <RelativeTime time={source.lastSucceededAt} format="detail" />
            </span>
          ) : health === "new" ? null : (
            <span>never fetched successfully</span>
          )}
          {source.nextFetchAt ? (
            <span>
              next fetch <UtcTime time={source.nextFetchAt} />
            </span>
          ) : null}
        </p>
        {/* Always rendered, so that screen readers announce new content. */}
        <p role="status" className="text-sm break-words text-danger not-empty:mt-1.5">
          {lastError
            ? `${
                source.failures === 1 ? "The last fetch failed" : `The last ${source.failures} fetches failed`
              }: ${lastError}.`
            : null}
        </p>
      </div>
      <div className="-mx-3 flex flex-wrap items-center gap-x-1">
        {source.isEnabled ? (
          <ActionButton intent={`fetch-source:${id}`} label="Fetch now" target={name} icon="download" />
        ) : null}
        <EditLink to={buildContentPath("sources", id)} target={name} />
        <ActionButton
          intent={`${source.isEnabled ? "pause" : "resume"}-source:${id}`}
          label={source.isEnabled ? "Pause" : "Resume"}
          target={name}
          icon={source.isEnabled ? "pause" : "play"}
        />
        {source.isListed ? null : (
          <DeleteDisclosure
            intent={`delete-source:${id}`}
            target={name}
            consequence="It will no longer be fetched. Its articles are kept."
            asksForReason={false}
          />
        )}
      </div>
    </li>
  );
}

const DAY_FORMAT = new Intl.DateTimeFormat("en", { month: "short", day: "numeric", timeZone: "UTC" });

/** A date and time in UTC, so that the server and the browser format it the same way. */
function UtcTime({ time }: { time: string }) {
  const date = new Date(time);
  return <time dateTime={time}>{`${DAY_FORMAT.format(date)}, ${formatUtcTime(date)}`}</time>;
}
