import type { LiveEvent } from "#core/live/events.ts";

export type LoggedEvent = LiveEvent & { readonly at: number };

const countRows = ({ posts = [], comments = [] }: LoggedEvent) => posts.length + comments.length;

export function createEventLog(beginning: number, maxRows: number) {
  let events: LoggedEvent[] = [];
  let rowCount = 0;
  let earliest = beginning;
  return {
    add(event: LoggedEvent) {
      events.push(event);
      rowCount += countRows(event);
      while (rowCount > maxRows && events.length > 1) {
        const [dropped] = events.splice(0, 1);
        if (!dropped) return;
        rowCount -= countRows(dropped);
        earliest = dropped.at;
      }
    },
    /** Clears the log and restarts it at `time`. */
    beginAt(time: number) {
      events = [];
      rowCount = 0;
      earliest = time;
    },
    /** Prepends earlier events, which begin at `time`. Does nothing if the log no longer starts at `beginning`. */
    prepend(earlier: readonly LoggedEvent[], time: number, beginning: number) {
      if (earliest !== beginning) return;
      events = [...earlier, ...events];
      rowCount += earlier.reduce((sum, event) => sum + countRows(event), 0);
      earliest = time;
    },
    /** Lists the events after `time - overlapMs`; null if events after `time` may have been dropped. */
    listSince: (time: number, overlapMs: number) =>
      time < earliest ? null : events.filter((event) => event.at > time - overlapMs),
  };
}

export type EventLog = ReturnType<typeof createEventLog>;
