/** The shutdown of a process: undoes the startup steps in reverse order. */
export interface Lifecycle {
  /** Adds a function that undoes a startup step. */
  onStop(step: () => Promise<void> | void): void;
  readonly isStopping: () => boolean;
  /** Stops the process. Steps that don't finish in time are aborted, because a shutdown must not hang. */
  stop(code: number): Promise<void>;
}

/** `stopMs` is the time limit for stopping. */
export function createLifecycle(stopMs: number): Lifecycle {
  const steps: (() => Promise<void> | void)[] = [];
  let stopping = false;
  return {
    onStop: (step) => void steps.push(step),
    isStopping: () => stopping,
    async stop(code) {
      if (stopping) return;
      stopping = true;
      setTimeout(() => process.exit(1), stopMs).unref();
      for (const step of steps.reverse()) {
        try {
          await step();
        } catch (error) {
          console.error(error);
        }
      }
      process.exit(code);
    },
  };
}
