export class UnreadableSource extends Error {
  readonly offset: number;
  /** Whether the source exceeds one of the scanner's limits, although it may be valid. */
  readonly isTooComplex: boolean;
  constructor(message: string, offset: number, { isTooComplex = false } = {}) {
    super(message);
    this.offset = offset;
    this.isTooComplex = isTooComplex;
  }
}
