import type { Viewer } from "#core/accounts/member.ts";
import { type Allowance, allowanceOf } from "#core/forum/allowance.ts";
import { requireMember } from "#core/forum/rules.ts";
import { standingOf } from "#core/forum/standing.ts";
import type { ForumDeps } from "./deps.ts";
import { readDayTimes, readStandingFacts } from "./writer-limits.ts";

/**
 * What the viewer's trust level allows now, in two statements. Null for administrators, who have no limits. Throws
 * not_signed_in.
 */
export async function readAllowance(deps: ForumDeps, viewer: Viewer): Promise<Allowance | null> {
  requireMember(viewer);
  if (viewer.role === "admin" || deps.limitsNewcomers === false) return null;
  const { db } = deps.database;
  const now = deps.clock.now();
  const facts = await readStandingFacts(db, viewer.id);
  const standing = standingOf(facts, now);
  const postTimes = await readDayTimes(db, { id: viewer.id, standing, facts, now }, "posts");
  return allowanceOf(standing, { facts, postTimes, now });
}
