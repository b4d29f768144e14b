import type { LiveEvent } from "#core/live/events.ts";

export type LoggedEvent = LiveEvent & { readonly at: number };

/** The last events in order, for streams that were away for a moment. */
export interface EventLog {
  add(event: LoggedEvent): void;
  /** Of the time before nothing is known. */
  beginAt(at: number): void;
  /** What came between `at` and `beginning`, oldest first, as it was found out later. Too late once it has begun anew. */
  precede(earlier: readonly LoggedEvent[], at: number, beginning: number): void;
  /** What came after, and in the `overlap` before, in milliseconds; null where some of what came after is no longer known. */
  since(at: number, overlap: number): readonly LoggedEvent[] | null;
}

const rowsOf = ({ posts = [], comments = [] }: LoggedEvent) => posts.length + comments.length;

/** Keeps so many posts and comments in all. */
export function createEventLog(beginning: number, rowsMost: number): EventLog {
  let events: LoggedEvent[] = [];
  let rows = 0;
  let floor = beginning;
  return {
    add(event) {
      events.push(event);
      rows += rowsOf(event);
      while (rows > rowsMost && events.length > 1) {
        const [dropped] = events.splice(0, 1);
        if (!dropped) return;
        rows -= rowsOf(dropped);
        floor = dropped.at;
      }
    },
    beginAt(at) {
      events = [];
      rows = 0;
      floor = at;
    },
    precede(earlier, at, beginning) {
      if (floor !== beginning) return;
      events = [...earlier, ...events];
      rows += earlier.reduce((sum, event) => sum + rowsOf(event), 0);
      floor = at;
    },
    since: (at, overlap) => (at < floor ? null : events.filter((event) => event.at > at - overlap)),
  };
}
