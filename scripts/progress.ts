const INTERVAL_MS = 5_000;

/** Calls `show` at most once every few seconds, and not in the first few. */
export function limitRate<T>(show: (value: T) => void): (value: T) => void {
  let nextTime = performance.now() + INTERVAL_MS;
  return (value) => {
    if (performance.now() < nextTime) return;
    nextTime = performance.now() + INTERVAL_MS;
    show(value);
  };
}
