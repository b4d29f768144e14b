import { clearTabState } from "#web/forum/clear-tab-state.ts";
import { getAuthClient } from "#web/session/auth-client.ts";
import { decodeClaims } from "#web/session/claims.ts";
import { signInProgress } from "#web/session/sign-in-progress.ts";

/**
 * Calls `reload` when the session is no longer of the user whom the page was rendered for, or when that user has
 * verified the factor that the page asks for. Stops when `signal` is aborted.
 */
export async function watchSession(
  rendered: { readonly current: { readonly userId: string | undefined; readonly isFactorRequired: boolean } },
  reload: () => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const client = await getAuthClient();
  if (signal.aborted) return;
  const { data } = client.onAuthStateChange((_event, session) => {
    // A stored session has no user data (see `userStorage` in auth-client.ts), so read the ID from the token.
    const claims = session ? decodeClaims(session.access_token) : null;
    const userId = claims?.sub ?? null;
    const isFactorVerified = rendered.current.isFactorRequired && claims?.aal === "aal2";
    if ((userId === rendered.current.userId && !isFactorVerified) || signInProgress.isActive) return;
    clearTabState();
    // Removes another member's answers from the tab's storage. The AI tools page does this itself, but no other
    // page does.
    void import("#web/ai-tools/stored-answers.ts").then(
      ({ claimStoredAnswers }) => claimStoredAnswers(userId),
      () => {},
    );
    void reload();
  });
  signal.addEventListener("abort", () => data.subscription.unsubscribe());
}

/** Refreshes an expired session, and calls `reload` if the user is signed in afterwards. */
export async function refreshExpiredSession(reload: () => Promise<void>): Promise<void> {
  const { data } = await (await getAuthClient()).getSession();
  // If the session was refreshed while this page was loading, there is no event.
  if (data.session && !signInProgress.isActive) void reload();
}
