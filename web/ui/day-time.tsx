const DATE_FORMAT = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeZone: "UTC" });
const DATE_TIME_FORMAT = new Intl.DateTimeFormat("en", {
  dateStyle: "long",
  timeStyle: "short",
  timeZone: "UTC",
});

/** A date with its time as a tooltip. In UTC, so that the server and the browser render the same text. */
export function DayTime({ time }: { time: string }) {
  const date = new Date(time);
  return (
    <time dateTime={time} title={`${DATE_TIME_FORMAT.format(date)} UTC`} className="whitespace-nowrap">
      {DATE_FORMAT.format(date)}
    </time>
  );
}

/** "Nov 23, 2026" for "2026-11-23". */
export const formatDay = (date: string): string => DATE_FORMAT.format(new Date(`${date}T00:00:00Z`));
