import type { DemoPost } from "../types.ts";
import { QUANTUM_CRYPTOGRAPHY } from "./quantum-cryptography.ts";
import { QUANTUM_MACHINES } from "./quantum-machines.ts";
import { QUANTUM_MIGRATION } from "./quantum-migration.ts";

/** The demo community's posts on quantum computing and post-quantum cryptography. */
export const QUANTUM_POSTS: readonly DemoPost[] = [
  ...QUANTUM_MACHINES,
  ...QUANTUM_CRYPTOGRAPHY,
  ...QUANTUM_MIGRATION,
];
