export type Lifecycle = ReturnType<typeof createLifecycle>;

/** Manages the shutdown of this process, which undoes the startup steps in reverse order. */
export function createLifecycle(timeLimitMs: number) {
  const steps: ((code: number) => Promise<void> | void)[] = [];
  let currentLimitMs = timeLimitMs;
  let isStopRequested = false;
  return {
    /** Adds a function that undoes a startup step. Its parameter is the exit code. */
    onStop: (step: (code: number) => Promise<void> | void) => void steps.push(step),
    extendTimeLimit(ms: number) {
      currentLimitMs += ms;
    },
    isStopping: () => isStopRequested,
    /** Stops the process. Steps that don't finish in time are aborted, because a shutdown must not hang. */
    async stop(code: number): Promise<void> {
      if (isStopRequested) return;
      isStopRequested = true;
      setTimeout(() => process.exit(1), currentLimitMs).unref();
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
