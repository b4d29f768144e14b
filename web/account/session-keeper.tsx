import { useEffect, useRef } from "react";
import { useRevalidator } from "react-router";

interface SessionKeeperProps {
  /** Whose page the server rendered; undefined where it could not know, because the session must be refreshed first. */
  readonly userId: string | undefined;
}

/**
 * Keeps the session alive while a page is open: loads the auth client, which refreshes in time and hears of sign-ins
 * and sign-outs in other tabs, and has the page rendered anew when somebody else is asking than before.
 * Mounted only where there is a session; visitors load none of it.
 */
export function SessionKeeper({ userId }: SessionKeeperProps) {
  const { revalidate } = useRevalidator();
  const shown = useRef(userId);
  shown.current = userId;

  useEffect(() => {
    let unsubscribe = () => {};
    let over = false;
    void (async () => {
      const { getAuthClient } = await import("./auth-client.ts");
      const client = await getAuthClient();
      if (over) return;
      const { data } = client.onAuthStateChange((_event, session) => {
        const userId = session ? subjectOf(session.access_token) : null;
        if (userId !== shown.current) void revalidate();
      });
      unsubscribe = () => data.subscription.unsubscribe();
    })();
    return () => {
      over = true;
      unsubscribe();
    };
  }, [revalidate]);

  return null;
}

/** The user's id out of an access token. The session's user object may be missing: it is kept apart from the tokens. */
function subjectOf(accessToken: string): string | null {
  try {
    const payload = accessToken.split(".")[1]?.replaceAll("-", "+").replaceAll("_", "/") ?? "";
    return (JSON.parse(atob(payload)) as { sub?: string }).sub ?? null;
  } catch {
    return null;
  }
}
