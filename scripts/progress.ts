const PROGRESS_MS = 5_000;

/** Calls `show` at most every few seconds. */
export function limitRate<T>(show: (value: T) => void): (value: T) => void {
  let next = performance.now() + PROGRESS_MS;
  return (value) => {
    if (performance.now() < next) return;
    next = performance.now() + PROGRESS_MS;
    show(value);
  };
}
