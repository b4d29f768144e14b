import type { PriceHistory } from "#core/market/price-history.ts";

/** The histories take about a megabyte and rarely change, so threads share one copy, and each parses it once. */
export interface SharedHistories {
  /** Different for each shared copy. */
  readonly version: number;
  /** PriceHistory[] as JSON in UTF-8. */
  readonly json: SharedArrayBuffer;
}

let lastVersion = 0;

export function shareHistories(histories: readonly PriceHistory[]): SharedHistories {
  lastVersion += 1;
  const text = JSON.stringify(histories);
  const json = new SharedArrayBuffer(Buffer.byteLength(text));
  Buffer.from(json).write(text);
  return { version: lastVersion, json };
}

let parsedHistories: { readonly version: number; readonly histories: readonly PriceHistory[] } | null = null;

/** Parses the shared histories. Runs in the worker. */
export function readHistories(sharedHistories: SharedHistories | null): readonly PriceHistory[] {
  if (sharedHistories === null) return [];
  if (parsedHistories?.version !== sharedHistories.version)
    parsedHistories = {
      version: sharedHistories.version,
      histories: JSON.parse(Buffer.from(sharedHistories.json).toString()),
    };
  return parsedHistories.histories;
}
