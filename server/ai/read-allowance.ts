import type { Viewer } from "#core/accounts/member.ts";
import type { AiDeps } from "./deps.ts";
import { readUses } from "./uses.ts";

export interface Allowance {
  /** Answers left until midnight UTC. */
  readonly leftToday: number;
  /** The daily limit for this kind of user. */
  readonly perDay: number;
}

/**
 * Reads the numbers for the page's "n answers left today". `address` is the client's own IP address. Runs one
 * query.
 */
export function readAllowance(deps: AiDeps, viewer: Viewer, address: string): Promise<Allowance> {
  return readUses(deps, { memberId: viewer?.id ?? null, userId: null, address });
}
