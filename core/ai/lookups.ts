/** What a model may look up on this site while it answers (decision 071), and how the page shows it. */

export const LOOKUP_NAMES = ["search_site", "get_prices", "get_news", "scan_contract"] as const;
export type LookupName = (typeof LOOKUP_NAMES)[number];

export interface Lookup {
  readonly name: LookupName;
  /** The query, the topic, the assets or the contract's name; "" if there is none. Written by the model. */
  readonly subject: string;
  readonly state: "running" | "done" | "failed";
}

/** Limits for one answer. A round is one message from the model with one or more calls. */
export const LOOKUP_ROUNDS_MAX = 4;
export const LOOKUPS_MAX = 8;

const VERBS: Readonly<Record<LookupName, Readonly<Record<Lookup["state"], string>>>> = {
  search_site: { running: "Searching", done: "Searched", failed: "Couldn't search" },
  get_prices: { running: "Checking", done: "Checked", failed: "Couldn't check" },
  get_news: { running: "Reading", done: "Read", failed: "Couldn't read" },
  scan_contract: { running: "Scanning", done: "Scanned", failed: "Couldn't scan" },
};

/** Describes a lookup in one line: "Searched the site for “rollups”". */
export function describeLookup({ name, subject, state }: Lookup): string {
  return `${VERBS[name][state]} ${describeSubject(name, subject)}`;
}

function describeSubject(name: LookupName, subject: string): string {
  switch (name) {
    case "search_site":
      return `the site for “${subject}”`;
    case "get_prices":
      return `the prices of ${subject}`;
    case "get_news":
      return subject === "" ? "the latest news" : `the news on “${subject}”`;
    case "scan_contract":
      return subject === "" ? "a contract" : `the contract ${subject}`;
  }
}
