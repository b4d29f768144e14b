import { useEffect, useRef } from "react";
import { useRevalidator } from "react-router";
import { SESSION_KEY } from "#core/accounts/session-key.ts";
import { hasSessionCookie } from "#web/shell/page-cookies.ts";
import { signingIn } from "./signing-in.ts";

interface SessionSyncProps {
  /** The user the page was rendered for; undefined for visitors and while the session needs a refresh. */
  readonly userId: string | undefined;
  /** Whether this browser has a session. */
  readonly hasSession: boolean;
}

/**
 * Loads the auth client, which refreshes the session and detects sign-ins and sign-outs in other tabs, and reloads the
 * page's data when the user changes. For visitors it only listens on the client's channel, without loading the client.
 */
export function SessionSync({ userId, hasSession }: SessionSyncProps) {
  const { revalidate } = useRevalidator();
  const shown = useRef(userId);
  shown.current = userId;

  useEffect(() => {
    if (hasSession) return;
    // Signed in in another tab after this page was rendered but before its scripts ran.
    if (hasSessionCookie()) void revalidate();
    const channel = new BroadcastChannel(SESSION_KEY);
    channel.onmessage = () => {
      if (!signingIn.isActive) void revalidate();
    };
    return () => channel.close();
  }, [hasSession, revalidate]);

  useEffect(() => {
    if (!hasSession) return;
    let unsubscribe = () => {};
    let isUnmounted = false;
    void (async () => {
      const [{ getAuthClient }, { decodeClaims }, { forgetTab }] = await Promise.all([
        import("./auth-client.ts"),
        import("./claims.ts"),
        import("#web/forum/forget-tab.ts"),
      ]);
      const client = await getAuthClient();
      if (isUnmounted) return;
      const { data } = client.onAuthStateChange((_event, session) => {
        // The user object is stored separately from the tokens and may be missing.
        const userId = session ? (decodeClaims(session.access_token)?.sub ?? null) : null;
        if (userId === shown.current || signingIn.isActive) return;
        forgetTab();
        void revalidate();
      });
      unsubscribe = () => data.subscription.unsubscribe();
    })();
    return () => {
      isUnmounted = true;
      unsubscribe();
    };
  }, [hasSession, revalidate]);

  // The access token had expired. Refresh now; the client's own check may be 30 seconds away.
  useEffect(() => {
    if (!hasSession || userId !== undefined) return;
    void (async () => {
      const { getAuthClient } = await import("./auth-client.ts");
      const { data } = await (await getAuthClient()).getSession();
      // If it was refreshed while this page was loading, there is no event.
      if (data.session && !signingIn.isActive) void revalidate();
    })();
  }, [hasSession, userId, revalidate]);

  return null;
}
