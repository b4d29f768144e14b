/** Entries of one weight: positive above zero, negative below, 3 at most; at 0 they are known and judge nothing. */
export interface Weighted {
  readonly weight: number;
  /** Words, parted by white space. */
  readonly words?: string;
  /** Expressions of several words in base forms, parted by commas. */
  readonly phrases?: string;
}
