/** For example, "1.2 MB". */
export function formatSize(bytes: number): string {
  const units = ["bytes", "kB", "MB", "GB", "TB"] as const;
  const power = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(bytes, 1)) / 3)));
  const value = bytes / 1000 ** power;
  return `${power === 0 ? value : value.toFixed(1)} ${units[power]}`;
}

const PROGRESS_MS = 5_000;

/** Calls `show` every few seconds at most. */
export function limitRate<T>(show: (value: T) => void): (value: T) => void {
  let next = performance.now() + PROGRESS_MS;
  return (value) => {
    if (performance.now() < next) return;
    next = performance.now() + PROGRESS_MS;
    show(value);
  };
}
