import type { Databases } from "./databases.ts";

/** The context that every part of the benchmark receives. */
export interface Bench {
  /** Whether to run fewer rounds and skip the database of a million posts. */
  readonly isQuick: boolean;
  /** Whether to profile requests. */
  readonly isProfiling: boolean;
  readonly databases: Databases;
  /** Reports progress. */
  log(line: string): void;
  /** Registers a cleanup step. Steps run in reverse order when the part ends or the run is interrupted. */
  addCleanup(step: () => Promise<void> | void): void;
}
