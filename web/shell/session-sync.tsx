import { useEffect, useRef } from "react";
import { useRevalidator } from "react-router";
import { SESSION_KEY } from "#core/accounts/session-key.ts";
import { hasSessionCookie } from "#web/page/page-cookies.ts";
import { signInProgress } from "#web/session/sign-in-progress.ts";

interface SessionSyncProps {
  /** The ID of the user whose session the page was rendered with; undefined if there is none or it needs a refresh. */
  readonly userId: string | undefined;
  /** Whether the page was rendered for a visitor because the session still requires a factor. */
  readonly isFactorRequired: boolean;
  /** Whether this browser has a session. */
  readonly hasSession: boolean;
}

/**
 * Reloads the page's data when the user changes, in this tab or another. For visitors, this only listens for a sign-in,
 * without loading the auth client.
 */
export function SessionSync({ userId, isFactorRequired, hasSession }: SessionSyncProps) {
  const { revalidate } = useRevalidator();
  const rendered = useRef({ userId, isFactorRequired });
  rendered.current = { userId, isFactorRequired };

  useEffect(() => {
    if (hasSession) return;
    // Another tab signed in after this page was rendered but before its scripts ran.
    if (hasSessionCookie()) void revalidate();
    const channel = new BroadcastChannel(SESSION_KEY);
    channel.onmessage = () => {
      if (!signInProgress.isActive) void revalidate();
    };
    return () => channel.close();
  }, [hasSession, revalidate]);

  useEffect(() => {
    if (!hasSession) return;
    const controller = new AbortController();
    void import("./watch-session.ts").then(({ watchSession }) =>
      watchSession(rendered, revalidate, controller.signal),
    );
    return () => controller.abort();
  }, [hasSession, revalidate]);

  // If the access token has expired, refresh now; the client's own check may be 30 seconds away.
  useEffect(() => {
    if (!hasSession || userId !== undefined) return;
    void import("./watch-session.ts").then(({ refreshExpiredSession }) => refreshExpiredSession(revalidate));
  }, [hasSession, userId, revalidate]);

  return null;
}
