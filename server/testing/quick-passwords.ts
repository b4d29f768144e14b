import { createPasswords } from "#server/auth/index.ts";

/** Hashes in a millisecond. At the production cost, hashing took a third of the account tests' time. */
export const createQuickPasswords = () => createPasswords({ memoryKib: 8, passes: 1 });
