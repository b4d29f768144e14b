import type { Viewer } from "#core/accounts/member.ts";
import { toAddressGroup } from "#server/platform/client-address.ts";
import { createBatchedLimit, createRateLimitError } from "#server/rate-limits/index.ts";
import type { SearchDeps } from "./deps.ts";

const LIMIT = { points: 60, durationSeconds: 60 };

/** Creates a function that limits searches per member, or per client for visitors. It throws too_many_requests. */
export function createSearchLimit(deps: Pick<SearchDeps, "limits" | "clock">) {
  const consume = createBatchedLimit(deps, "forum-searches", LIMIT);
  return async (viewer: Viewer, address: string) => {
    const { allowed, retryAfterSeconds } = await consume(viewer?.id ?? toAddressGroup(address));
    if (!allowed) throw createRateLimitError(retryAfterSeconds);
  };
}
