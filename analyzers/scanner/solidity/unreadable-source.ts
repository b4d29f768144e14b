/** The position and reason of a syntax error. `offset` starts at 0. */
export class UnreadableSource extends Error {
  readonly offset: number;
  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}
