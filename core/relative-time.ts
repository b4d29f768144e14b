/** "list" shows "Just now" during the first hour, "detail" seconds and minutes. Future times count as now. */
export function formatRelativeTime(iso: string, now: Date, format: "list" | "detail"): string {
  const seconds = Math.max(0, Math.floor((now.getTime() - Date.parse(iso)) / 1000));
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  if (hours >= 24) return `${Math.floor(hours / 24)}d ago`;
  if (hours >= 1) return `${hours}h ago`;
  if (format === "list") return "Just now";
  if (minutes >= 1) return `${minutes}m ago`;
  return seconds >= 1 ? `${seconds}s ago` : "just now";
}

/** Returns when the text of `formatRelativeTime` next changes (ms since 1970). Ignores changes in the seconds. */
export function getRelativeTimeExpiry(iso: string, now: Date, format: "list" | "detail"): number {
  const createdAt = Date.parse(iso);
  const seconds = Math.max(0, (now.getTime() - createdAt) / 1000);
  const hour = 3600;
  const unit = seconds >= 24 * hour ? 24 * hour : seconds >= hour || format === "list" ? hour : 60;
  return createdAt + (Math.floor(seconds / unit) + 1) * unit * 1000;
}
