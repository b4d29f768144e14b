import type { Databases } from "./databases.ts";

/** What every part is given. */
export interface Bench {
  /** Fewer rounds and no million posts. */
  readonly quick: boolean;
  /** Whether to show where the time of a request goes. */
  readonly profile: boolean;
  readonly databases: Databases;
  /** A line for whoever waits. */
  say(line: string): void;
  /** Keeps what has to be ended: it is, last first, when the part is over or the run is interrupted. */
  later(end: () => Promise<void> | void): void;
}
