import { useEffect, useRef } from "react";
import { useRevalidator } from "react-router";
import { SESSION_KEY } from "#core/accounts/session-key.ts";
import { hasSessionCookie } from "#web/shell/page-cookies.ts";
import { signingIn } from "./signing-in.ts";

interface SessionKeeperProps {
  /** Whose page the server rendered; undefined for a visitor, and where the session must be refreshed first. */
  readonly userId: string | undefined;
  /** Whether this browser has a session. */
  readonly hasSession: boolean;
}

/**
 * Keeps the session alive while a page is open: loads the auth client, which refreshes in time and hears of sign-ins
 * and sign-outs in other tabs, and has the page rendered anew when somebody else is asking than before. Visitors load
 * none of it: their page only hears on the client's channel that somebody signed in elsewhere.
 */
export function SessionKeeper({ userId, hasSession }: SessionKeeperProps) {
  const { revalidate } = useRevalidator();
  const shown = useRef(userId);
  shown.current = userId;

  useEffect(() => {
    if (hasSession) return;
    // Signed in elsewhere since this page was made, and before its scripts ran.
    if (hasSessionCookie()) void revalidate();
    const channel = new BroadcastChannel(SESSION_KEY);
    channel.onmessage = () => {
      if (!signingIn.here) void revalidate();
    };
    return () => channel.close();
  }, [hasSession, revalidate]);

  useEffect(() => {
    if (!hasSession) return;
    let unsubscribe = () => {};
    let over = false;
    void (async () => {
      const [{ getAuthClient }, { claimsOf }, { forgetTab }] = await Promise.all([
        import("./auth-client.ts"),
        import("./claims.ts"),
        import("#web/forum/forget-tab.ts"),
      ]);
      const client = await getAuthClient();
      if (over) return;
      const { data } = client.onAuthStateChange((_event, session) => {
        // The session's user object may be missing: it is kept apart from the tokens.
        const userId = session ? (claimsOf(session.access_token)?.sub ?? null) : null;
        if (userId === shown.current || signingIn.here) return;
        forgetTab();
        void revalidate();
      });
      unsubscribe = () => data.subscription.unsubscribe();
    })();
    return () => {
      over = true;
      unsubscribe();
    };
  }, [hasSession, revalidate]);

  // The server met an access token that had run out: the client would see that at its next look, up to 30 s later.
  useEffect(() => {
    if (!hasSession || userId !== undefined) return;
    void (async () => {
      const { getAuthClient } = await import("./auth-client.ts");
      const { data } = await (await getAuthClient()).getSession();
      // It may have been renewed already while this page was on its way: then nobody tells of it.
      if (data.session && !signingIn.here) void revalidate();
    })();
  }, [hasSession, userId, revalidate]);

  return null;
}
