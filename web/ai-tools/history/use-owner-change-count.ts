import { useLayoutEffect, useState } from "react";
import { claimStoredAnswers, getOwnerChangeCount } from "#web/ai-tools/stored-answers.ts";
import { hasSessionCookie } from "#web/page/page-cookies.ts";
import { useOptionalSite } from "#web/page/site-data.ts";

/**
 * Removes another member's answers from this tab. Returns a number that changes with each removal; used as the page's
 * key, it also clears the screen.
 */
export function useOwnerChangeCount(): number {
  const site = useOptionalSite();
  const memberId = site?.viewer?.id ?? null;
  const [ownerChangeCount, setOwnerChangeCount] = useState(getOwnerChangeCount);
  useLayoutEffect(() => {
    // Until an expired access token is refreshed, the page doesn't know who is signed in.
    if (memberId === null && hasSessionCookie()) return;
    claimStoredAnswers(memberId);
    setOwnerChangeCount(getOwnerChangeCount());
  }, [memberId]);
  return ownerChangeCount;
}
