/** What a process has started, and how it ends: the steps of the start undone, last first. */
export interface Lifecycle {
  /** Adds what undoes a step of the start. */
  onStop(step: () => Promise<void> | void): void;
  readonly isStopping: () => boolean;
  /** Ends the process. What does not end in time is ended: an operator's stop must not hang. */
  stop(code: number): Promise<void>;
}

/** `stopMs` is how long it may take to end. */
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
