import type { LiveEvent } from "#core/live/events.ts";

export type LoggedEvent = LiveEvent & { readonly at: number };

/** The last events in order, for streams that were away for a moment. */
export interface EventLog {
  add(event: LoggedEvent): void;
  /** Of the time before nothing is known. */
  beginAt(at: number): void;
  /** What came after, and in the `overlap` before, in milliseconds; null where some of what came after is no longer known. */
  since(at: number, overlap: number): readonly LoggedEvent[] | null;
}

export function createEventLog(beginning: number, most: number): EventLog {
  let events: LoggedEvent[] = [];
  let floor = beginning;
  return {
    add(event) {
      events.push(event);
      if (events.length <= most) return;
      const [dropped] = events.splice(0, 1);
      floor = Math.max(floor, dropped?.at ?? floor);
    },
    beginAt(at) {
      events = [];
      floor = at;
    },
    since: (at, overlap) => (at < floor ? null : events.filter((event) => event.at > at - overlap)),
  };
}
