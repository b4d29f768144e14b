import { ATTACKS } from "./attacks.ts";
import { DEFECTS } from "./defects.ts";
import type { CatalogEntry } from "./entry.ts";

const ENTRIES = [...ATTACKS, ...DEFECTS] as const;

export type DetectorId = (typeof ENTRIES)[number]["id"];

/** Everything the scanner looks for, without the code that finds it, so that a page can load it. */
export const DETECTORS: readonly (CatalogEntry & { readonly id: DetectorId })[] = ENTRIES;
