import type { LiveEvent } from "#core/live/events.ts";

export type LoggedEvent = LiveEvent & { readonly at: number };

/** Recent events in order, for streams that reconnect. */
export interface EventLog {
  add(event: LoggedEvent): void;
  /** Forgets everything before this time. */
  beginAt(at: number): void;
  /** Prepends the events between `at` and `beginning`, oldest first. Ignored if the log was reset in the meantime. */
  precede(earlier: readonly LoggedEvent[], at: number, beginning: number): void;
  /** The events after `at`, plus those in the `overlap` milliseconds before; null if some of them were dropped. */
  since(at: number, overlap: number): readonly LoggedEvent[] | null;
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
    beginAt(at) {
      events = [];
      rows = 0;
      earliest = at;
    },
    precede(earlier, at, beginning) {
      if (earliest !== beginning) return;
      events = [...earlier, ...events];
      rows += earlier.reduce((sum, event) => sum + countRows(event), 0);
      earliest = at;
    },
    since: (at, overlap) => (at < earliest ? null : events.filter((event) => event.at > at - overlap)),
  };
}
