const DAY = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeZone: "UTC" });
const WHOLE = new Intl.DateTimeFormat("en", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });

/** A day, with its hour on pointing. Browser and server write the same. */
export function DayTime({ time }: { time: string }) {
  const date = new Date(time);
  return (
    <time dateTime={time} title={`${WHOLE.format(date)} UTC`}>
      {DAY.format(date)}
    </time>
  );
}
