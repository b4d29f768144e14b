import type { LiveEvent } from "#core/live/events.ts";

export type LoggedEvent = LiveEvent & { readonly at: number };

const countRows = ({ posts = [], comments = [] }: LoggedEvent) => posts.length + comments.length;

/**
 * Stores recent events in order, for streams that reconnect. `maxRows` limits the posts and comments in the log. Times
 * are in milliseconds since 1970.
 */
export function createEventLog(startTime: number, maxRows: number) {
  let events: LoggedEvent[] = [];
  let rowCount = 0;
  let earliestTime = startTime;
  return {
    add(event: LoggedEvent) {
      events.push(event);
      rowCount += countRows(event);
      while (rowCount > maxRows && events.length > 1) {
        const [droppedEvent] = events.splice(0, 1);
        if (!droppedEvent) return;
        rowCount -= countRows(droppedEvent);
        earliestTime = droppedEvent.at;
      }
    },
    /** Clears the log and restarts it at `time`. */
    restartAt(time: number) {
      events = [];
      rowCount = 0;
      earliestTime = time;
    },
    /**
     * Prepends earlier events, so that the log starts at `newStartTime`. Does nothing if the log no longer starts at
     * `oldStartTime`.
     */
    prepend(earlierEvents: readonly LoggedEvent[], newStartTime: number, oldStartTime: number) {
      if (earliestTime !== oldStartTime) return;
      events = [...earlierEvents, ...events];
      rowCount += earlierEvents.reduce((sum, event) => sum + countRows(event), 0);
      earliestTime = newStartTime;
    },
    /** Lists the events after `time - overlapMs`; null if events after `time` may be missing. */
    listSince: (time: number, overlapMs: number) =>
      time < earliestTime ? null : events.filter((event) => event.at > time - overlapMs),
  };
}

export type EventLog = ReturnType<typeof createEventLog>;
