import { z } from "zod";
import { decodeCursor, encodeCursor } from "#server/platform/list-cursor.ts";
import type { SearchedKind } from "./find-words.ts";
import type { WordVariants } from "./resolve-search.ts";

/** A document's time in microseconds since 1970, and its ID. */
export interface Position {
  readonly micros: number;
  readonly id: string;
}

/** Which matches a page continues with; see search_found in migration 0045. */
export type SearchMode = "exact" | "wide" | "rest";

/**
 * Documents ranked together, older than `from` and not older than `to`. `from` is null on the first page. `to` is null
 * until the window's end is known, and in the last window.
 */
export interface SearchWindow {
  readonly kind: SearchedKind;
  readonly mode: SearchMode | null;
  readonly from: Position | null;
  readonly to: Position | null;
}

/** Where a page of ranked results begins: after `last`, or at the beginning of its windows if `last` is null. */
export interface RankedPosition {
  readonly last: { readonly rank: number; readonly id: string } | null;
  readonly windows: readonly SearchWindow[];
  readonly variants: readonly WordVariants[];
}

const positionShape = z.tuple([z.int(), z.guid()]).nullable();
const wordsShape = z.array(z.string().min(1).max(100)).max(20);
const variantsShape = z.array(z.tuple([wordsShape, wordsShape])).max(20);
const modeShape = z.enum(["exact", "wide", "rest"]).nullable();
const windowShape = z.tuple([
  z.enum(["post", "comment", "article", "member"]),
  modeShape,
  positionShape,
  positionShape,
]);
const RANKED_KEYS = z.tuple([
  z.literal("found"),
  z.tuple([z.number(), z.guid()]).nullable(),
  z.array(windowShape).min(1).max(4),
  variantsShape,
]);
const ORDERED_KEYS = z.tuple([z.literal("matches"), modeShape, z.string(), variantsShape]);

export function formatRankedCursor({ last, windows, variants }: RankedPosition): string {
  return encodeCursor([
    "found",
    last && [last.rank, last.id],
    windows.map(({ kind, mode, from, to }) => [kind, mode, formatPosition(from), formatPosition(to)]),
    formatVariants(variants),
  ]);
}

/** Throws invalid_input. */
export function parseRankedCursor(cursor: string): RankedPosition {
  const [, last, windows, variants] = decodeCursor(RANKED_KEYS, cursor);
  return {
    last: last && { rank: last[0], id: last[1] },
    windows: windows.map(([kind, mode, from, to]) => ({
      kind,
      mode,
      from: parsePosition(from),
      to: parsePosition(to),
    })),
    variants: parseVariants(variants),
  };
}

/** A position among matches in the order of a list. `inner` is the list's own cursor. */
export interface OrderedPosition {
  readonly mode: SearchMode | null;
  readonly inner: string;
  readonly variants: readonly WordVariants[];
}

export function formatOrderedCursor({ mode, inner, variants }: OrderedPosition): string {
  return encodeCursor(["matches", mode, inner, formatVariants(variants)]);
}

/** Throws invalid_input. */
export function parseOrderedCursor(cursor: string): OrderedPosition {
  const [, mode, inner, variants] = decodeCursor(ORDERED_KEYS, cursor);
  return { mode, inner, variants: parseVariants(variants) };
}

const formatPosition = (position: Position | null) => position && [position.micros, position.id];
const parsePosition = (keys: [number, string] | null) => keys && { micros: keys[0], id: keys[1] };
const formatVariants = (variants: readonly WordVariants[]) =>
  variants.map(({ containing, similar }) => [containing, similar]);
const parseVariants = (variants: readonly [string[], string[]][]) =>
  variants.map(([containing, similar]) => ({ containing, similar }));
