import { ATTACKS } from "./attacks.ts";
import type { Entry } from "./entry.ts";
import { FAULTS } from "./faults.ts";

const ENTRIES = [...ATTACKS, ...FAULTS] as const;

export type DetectorId = (typeof ENTRIES)[number]["id"];

/** What the scanner looks for, in the order of its families. Without the code that looks: a page may load it. */
export const DETECTORS: readonly (Entry & { readonly id: DetectorId })[] = ENTRIES;
