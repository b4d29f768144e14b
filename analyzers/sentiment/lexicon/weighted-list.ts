/** Entries that share a weight, from -3 (very negative) to 3 (very positive). Entries with weight 0 are neutral. */
export interface WeightedList {
  readonly weight: number;
  /** Separated by whitespace. */
  readonly words?: string;
  /** Separated by commas. */
  readonly phrases?: string;
}
