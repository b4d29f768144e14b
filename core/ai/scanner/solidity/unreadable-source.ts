/** Where and why a source cannot be read. `offset` counts characters from 0. */
export class UnreadableSource extends Error {
  readonly offset: number;
  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}
