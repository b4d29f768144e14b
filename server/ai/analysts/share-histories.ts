import type { PriceHistory } from "#core/ai/analysis.ts";

/**
 * Histories are about a megabyte and the same for every question over ten minutes, so threads share the memory and
 * each parses it once.
 */
export interface SharedHistories {
  /** Changes with the histories. */
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

/** Runs in the worker. */
export function readHistories(given: SharedHistories | null): readonly PriceHistory[] {
  if (given === null) return [];
  if (read?.version !== given.version)
    read = { version: given.version, histories: JSON.parse(Buffer.from(given.json).toString()) };
  return read.histories;
}
