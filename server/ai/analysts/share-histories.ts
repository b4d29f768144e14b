import type { PriceHistory } from "#core/ai/analysis.ts";

/** A megabyte that every question of ten minutes would bring along: threads share it, and each reads it once. */
export interface SharedHistories {
  /** Another number for other histories. */
  readonly version: number;
  /** PriceHistory[] as JSON in UTF-8. */
  readonly json: SharedArrayBuffer;
}

let shared = 0;

export function shareHistories(histories: readonly PriceHistory[]): SharedHistories {
  shared += 1;
  const text = JSON.stringify(histories);
  const json = new SharedArrayBuffer(Buffer.byteLength(text));
  Buffer.from(json).write(text);
  return { version: shared, json };
}

let read: { readonly version: number; readonly histories: readonly PriceHistory[] } | null = null;

/** The thread's side. */
export function readHistories(given: SharedHistories | null): readonly PriceHistory[] {
  if (given === null) return [];
  if (read?.version !== given.version)
    read = { version: given.version, histories: JSON.parse(Buffer.from(given.json).toString()) };
  return read.histories;
}
