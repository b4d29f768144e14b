import type { Viewer } from "#core/accounts/member.ts";
import { type Allowance, buildAllowance } from "#core/forum/allowance.ts";
import { requireMember } from "#core/forum/rules.ts";
import { getTrustLevel } from "#core/forum/trust-level.ts";
import type { ForumDeps } from "./deps.ts";
import { canBeLimited, readPublishTimes, readTrustFacts } from "./new-member-limits.ts";

/**
 * Returns what the new-member limits still allow; null for administrators and when limits are off. Throws
 * not_signed_in.
 */
export async function readAllowance(deps: ForumDeps, viewer: Viewer): Promise<Allowance | null> {
  requireMember(viewer);
  if (!canBeLimited(deps, viewer)) return null;
  const { db } = deps.database;
  const now = deps.clock.now();
  const facts = await readTrustFacts(db, viewer.id);
  const level = getTrustLevel(facts, now);
  const postTimes = await readPublishTimes(db, { id: viewer.id, trustLevel: level, facts, now }, "posts");
  return buildAllowance(level, { facts, postTimes, now });
}
