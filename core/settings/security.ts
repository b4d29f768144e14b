export interface SecurityCheck {
  readonly id: string;
  readonly title: string;
  /** "unknown" means that the state can't be checked from inside the program. */
  readonly state: "ok" | "attention" | "unknown";
  readonly finding: string;
  /** The suggested fix; empty if there is nothing to do. */
  readonly advice: string;
}

/** The parts of the administrator's own request that show how the site is accessed. */
export interface RequestFacts {
  readonly forwardedFor: string | null;
}

/** Parts of secrets published in documentation. */
const PUBLISHED_SECRET =
  /super-secret|change.?me|your[-_ ]|example|placeholder|password|secret[-_ ]?key|for[-_ ]tests/i;
/** Secrets with fewer distinct characters weren't generated randomly. */
const DISTINCT_CHARACTERS_MIN = 12;

/** Whether a secret has been published or isn't random. */
export const isGuessable = (secret: string): boolean =>
  PUBLISHED_SECRET.test(secret) || new Set(secret).size < DISTINCT_CHARACTERS_MIN;
