import { ATTACKS } from "./attacks.ts";
import type { Entry } from "./entry.ts";
import { FAULTS } from "./faults.ts";

const ENTRIES = [...ATTACKS, ...FAULTS] as const;

export type DetectorId = (typeof ENTRIES)[number]["id"];

/** Everything the scanner looks for, without the detection code, so that a page can load it. */
export const DETECTORS: readonly (Entry & { readonly id: DetectorId })[] = ENTRIES;
