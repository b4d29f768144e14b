import type { Viewer } from "#core/accounts/member.ts";
import type { AiDeps } from "./deps.ts";
import { readUses } from "./uses.ts";

export interface Allowance {
  /** Answers that the viewer may still have until midnight UTC. */
  readonly leftToday: number;
  /** How many a day has for one like him. */
  readonly perDay: number;
}

/** For the page's "n left today". `address` is the client's own. One statement. */
export function readAllowance(deps: AiDeps, viewer: Viewer, address: string): Promise<Allowance> {
  return readUses(deps, { memberId: viewer?.id ?? null, address });
}
