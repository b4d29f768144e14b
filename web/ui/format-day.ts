const DAY = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeZone: "UTC" });

/** "Nov 23, 2026" for "2026-11-23". */
export const formatDay = (date: string): string => DAY.format(new Date(`${date}T00:00:00Z`));
