import { createHash } from "node:crypto";
import type { MemberName } from "./types.ts";

/** Derives a version 8 (custom) UUID from a string. */
export function createDemoId(seed: string): string {
  const hex = createHash("sha256").update(`lattice demo/${seed}`).digest("hex");
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join("-");
}

export const getDemoMemberId = (name: MemberName) => createDemoId(`member/${name}`);
