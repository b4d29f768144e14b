/** The shutdown of a process: undoes the startup steps in reverse order. */
export interface Lifecycle {
  /** Adds a function that undoes a startup step. Its parameter is the exit code. */
  onStop(step: (code: number) => Promise<void> | void): void;
  /** Extends the time limit for stopping. */
  extendTimeLimit(ms: number): void;
  readonly isStopping: () => boolean;
  /** Stops the process. Steps that don't finish in time are aborted, because a shutdown must not hang. */
  stop(code: number): Promise<void>;
}

/** Creates the lifecycle of this process. `stopMs` is the time limit for stopping. */
export function createLifecycle(stopMs: number): Lifecycle {
  const steps: ((code: number) => Promise<void> | void)[] = [];
  let limitMs = stopMs;
  let stopping = false;
  return {
    onStop: (step) => void steps.push(step),
    extendTimeLimit(ms) {
      limitMs += ms;
    },
    isStopping: () => stopping,
    async stop(code) {
      if (stopping) return;
      stopping = true;
      setTimeout(() => process.exit(1), limitMs).unref();
      for (const step of steps.reverse()) {
        try {
          await step(code);
        } catch (error) {
          console.error(error);
        }
      }
      process.exit(code);
    },
  };
}
