/** Formats a size, for example "1.2 MB". */
export function formatSize(bytes: number): string {
  const units = ["bytes", "kB", "MB", "GB", "TB"] as const;
  const formatIn = (power: number) => (power === 0 ? `${bytes}` : (bytes / 1000 ** power).toFixed(1));
  let power = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(bytes, 1)) / 3)));
  // A value that is rounded up to 1000.0 reaches the next unit.
  if (formatIn(power) === "1000.0" && power < units.length - 1) power += 1;
  return `${formatIn(power)} ${units[power]}`;
}
