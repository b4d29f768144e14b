/** Entries that share a weight from -3 (negative) to 3 (positive). Entries with weight 0 are known but neutral. */
export interface WeightedList {
  readonly weight: number;
  /** Words separated by whitespace. */
  readonly words?: string;
  /** Phrases in base forms, separated by commas. */
  readonly phrases?: string;
}
