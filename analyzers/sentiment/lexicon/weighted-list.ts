/** Entries with one weight: positive above 0, negative below, at most 3. At 0 they are known but neutral. */
export interface WeightedList {
  readonly weight: number;
  /** Words separated by whitespace. */
  readonly words?: string;
  /** Phrases in base forms, separated by commas. */
  readonly phrases?: string;
}
