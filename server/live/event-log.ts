import type { LiveEvent } from "#core/live/events.ts";

export type LoggedEvent = LiveEvent & { readonly at: number };

/** Recent events in order, for streams that reconnect. */
export interface EventLog {
  add(event: LoggedEvent): void;
  /** Drops everything before this time. */
  beginAt(time: number): void;
  /** Prepends the events between `time` and `beginning`, oldest first. Ignored if the log was reset in the meantime. */
  prepend(earlier: readonly LoggedEvent[], time: number, beginning: number): void;
  /** Lists the events after `time`, plus those in the `overlapMs` before; null if some of them were dropped. */
  listSince(time: number, overlapMs: number): readonly LoggedEvent[] | null;
}

const countRows = ({ posts = [], comments = [] }: LoggedEvent) => posts.length + comments.length;

/** Limits the number of posts and comments in the log. */
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
