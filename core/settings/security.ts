/** How one matter of the site's security stands, as it was found a moment ago. */
export interface SecurityCheck {
  readonly id: string;
  readonly title: string;
  /** "unknown": cannot be seen from here. */
  readonly state: "ok" | "attention" | "unknown";
  /** What was found, and what it means. */
  readonly finding: string;
  /** What to do; empty where nothing is to be done. */
  readonly advice: string;
}

/** What of the administrator's own request says how the site is reached. */
export interface RequestFacts {
  /** The header X-Forwarded-For, as it came. */
  readonly forwardedFor: string | null;
}

/** Secrets that stand in other programs' documentation, where anybody can read them. */
const PUBLISHED =
  /super-secret|change.?me|your[-_ ]|example|placeholder|password|secret[-_ ]?key|for[-_ ]tests/i;
/** Fewer different characters than this have been typed, not drawn. */
const LEAST_VARIETY = 12;

/** Whether a secret can be guessed: it is published, or hardly any two of its characters differ. */
export const isGuessable = (secret: string): boolean =>
  PUBLISHED.test(secret) || new Set(secret).size < LEAST_VARIETY;
