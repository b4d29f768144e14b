import type { LiveEvent } from "#core/live/events.ts";

export type LoggedEvent = LiveEvent & { readonly at: number };

export interface EventLog {
  add(event: LoggedEvent): void;
  beginAt(time: number): void;
  /** The events between `time` and `beginning`. Ignored if the log was reset in the meantime. */
  prepend(earlier: readonly LoggedEvent[], time: number, beginning: number): void;
  /** Includes the `overlapMs` before `time`. Null if some were dropped. */
  listSince(time: number, overlapMs: number): readonly LoggedEvent[] | null;
}

const countRows = ({ posts = [], comments = [] }: LoggedEvent) => posts.length + comments.length;

export function createEventLog(beginning: number, maxRows: number): EventLog {
  let events: LoggedEvent[] = [];
  let rows = 0;
  let earliest = beginning;
  return {
    add(event) {
      events.push(event);
      rows += countRows(event);
      while (rows > maxRows && events.length > 1) {
        const [dropped] = events.splice(0, 1);
        if (!dropped) return;
        rows -= countRows(dropped);
        earliest = dropped.at;
      }
    },
    beginAt(time) {
      events = [];
      rows = 0;
      earliest = time;
    },
    prepend(earlier, time, beginning) {
      if (earliest !== beginning) return;
      events = [...earlier, ...events];
      rows += earlier.reduce((sum, event) => sum + countRows(event), 0);
      earliest = time;
    },
    listSince: (time, overlapMs) =>
      time < earliest ? null : events.filter((event) => event.at > time - overlapMs),
  };
}
