import type { DetectorId } from "../catalog/catalog.ts";
import { ARITHMETIC } from "./arithmetic.ts";
import { CONTROL } from "./control.ts";
import type { DetectorFunction } from "./detector.ts";
import { ETHER_AND_LOOPS } from "./ether-and-loops.ts";
import { FRONT_RUNNING } from "./front-running.ts";
import { GOOD_PRACTICE } from "./good-practice.ts";
import { NAMES_AND_VERSIONS } from "./names-and-versions.ts";
import { REENTRANCY } from "./reentrancy.ts";
import { SIGNATURES } from "./signatures.ts";
import { UNCHECKED } from "./unchecked.ts";
import { UNTRUSTED_VALUES } from "./untrusted-values.ts";

/** The detection function for each entry of the catalog. */
export const DETECTOR_FUNCTIONS: Readonly<Record<DetectorId, DetectorFunction>> = {
  ...REENTRANCY,
  ...CONTROL,
  ...UNCHECKED,
  ...UNTRUSTED_VALUES,
  ...FRONT_RUNNING,
  ...SIGNATURES,
  ...ARITHMETIC,
  ...ETHER_AND_LOOPS,
  ...NAMES_AND_VERSIONS,
  ...GOOD_PRACTICE,
};
