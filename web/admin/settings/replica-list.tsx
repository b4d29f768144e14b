import { formatCount } from "#core/format-count.ts";
import { formatSize } from "#core/format-size.ts";
import { formatFullDate } from "#core/full-date.ts";
import type { ReplicaOverview } from "#server/admin/index.ts";
import { RelativeTime } from "#web/lists/relative-time.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Icon } from "#web/ui/icon.tsx";
import type { IconName } from "#web/ui/icon-names.ts";
import { Section } from "#web/ui/section.tsx";

type Status = ReplicaOverview["statuses"][number];
type State = Exclude<Status["problem"], null> | "used" | "unsafe";

interface StateText {
  readonly label: string;
  readonly icon: IconName;
  readonly className: string;
  /** What to do; empty if nothing has to be done. */
  readonly advice: string;
}

const WARNING = { icon: "shield-alert", className: "text-warning" } as const;
const STATES: Readonly<Record<State, StateText>> = {
  used: { label: "In use", icon: "check", className: "text-accent", advice: "" },
  unchecked: { label: "Not checked yet", icon: "eye-off", className: "text-faint", advice: "" },
  unsafe: { label: "Not in use", ...WARNING, advice: "" },
  behind: {
    label: "Behind",
    ...WARNING,
    advice: "If it doesn't catch up, check its load and whether replay is paused.",
  },
  unreachable: {
    label: "Not connected",
    ...WARNING,
    advice: "Check that the server is running and accepts connections from this one.",
  },
  promoted: {
    label: "Not a replica",
    ...WARNING,
    advice: "Set it up as a replica again, or remove it from DATABASE_REPLICA_URLS.",
  },
  unrelated: {
    label: "Follows another server",
    ...WARNING,
    advice:
      "Check which server it follows. If there was a failover, we'll use it again after its next checkpoint.",
  },
};

export function ReplicaList({ statuses, isListening }: ReplicaOverview) {
  const usedCount = isListening ? statuses.filter(({ problem }) => problem === null).length : 0;
  return (
    <Section
      id="replicas"
      title="Database replicas"
      lead={`Checked just now. ${usedCount} of ${formatCount(statuses.length, "replica")} in use for lists, searches and pages. If a replica can't be used, we read from the primary database instead.`}
    >
      <ul className="grid grid-cols-1 divide-y divide-line border-t border-line">
        {statuses.map((status) => {
          const state = status.problem ?? (isListening ? "used" : "unsafe");
          const { label, icon, className, advice } = STATES[state];
          return (
            <li key={status.name} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 py-3.5 last:pb-0">
              <Icon name={icon} size={18} className={classNames("mt-0.5", className)} />
              <div className="min-w-0">
                <div className="flex flex-wrap items-baseline gap-x-3">
                  <h3 className="text-sm font-semibold wrap-anywhere">{status.name}</h3>
                  <p className={classNames("text-sm font-semibold", className)}>{label}</p>
                </div>
                <p className="mt-1 max-w-[75ch] text-sm text-muted">
                  {describeState(state, status)}
                  {status.unusedSince !== null ? (
                    <>
                      {" "}
                      Not used since {formatFullDate(status.unusedSince)} (
                      <RelativeTime time={status.unusedSince} format="detail" hasTooltip={false} />
                      ).
                    </>
                  ) : null}
                </p>
                {advice ? (
                  <p className="mt-1 max-w-[75ch] text-sm">
                    <span className="font-semibold">Recommended: </span>
                    {advice}
                  </p>
                ) : null}
              </div>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

function describeState(state: State, status: Status): string {
  switch (state) {
    case "used":
    case "behind":
      return `Connected. ${describeLag(status)}`;
    case "unsafe":
      return "This process has lost the database connection that notifies it of changes, so it can't tell whether a replica is up to date.";
    case "unchecked":
      return "We don't know yet whether it is connected or how far behind it is.";
    case "unreachable":
      return "We can't tell how far behind it is.";
    case "promoted":
      return "Connected, but it was promoted or never was a replica.";
    case "unrelated":
      return "Connected, but it belongs to another database or follows a former primary server.";
  }
}

function describeLag({ lagBytes, lagSeconds }: Status): string {
  if (lagBytes === null) return "We can't tell how far behind it is.";
  if (lagBytes === 0) return "Up to date.";
  const ageNote = lagSeconds === null ? "" : `; its newest change is ${formatSeconds(lagSeconds)} old`;
  return `${formatSize(lagBytes)} behind${ageNote}.`;
}

function formatSeconds(seconds: number): string {
  if (seconds < 1) return "less than a second";
  if (seconds < 120) return formatCount(Math.round(seconds), "second");
  if (seconds < 7200) return formatCount(Math.round(seconds / 60), "minute");
  return formatCount(Math.round(seconds / 3600), "hour");
}
