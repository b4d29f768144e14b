import { Transform, type TransformCallback } from "node:stream";

/**
 * Joins what is written in one turn of the event loop. React hands a page over in dozens of small pieces at once;
 * each would pass the edge, and be flushed by the compression, by itself. What comes later still leaves when it comes.
 */
export class Coalesce extends Transform {
  #parts: Buffer[] = [];
  #scheduled: NodeJS.Immediate | undefined;

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#parts.push(chunk);
    this.#scheduled ??= setImmediate(() => this.#send());
    done();
  }

  override _flush(done: TransformCallback): void {
    this.#send();
    done();
  }

  #send(): void {
    clearImmediate(this.#scheduled);
    this.#scheduled = undefined;
    if (this.#parts.length > 0) this.push(Buffer.concat(this.#parts));
    this.#parts = [];
  }
}
