const PATIENCE_MS = 4000;

/**
 * Has the auth client refresh the session if its access token is over. False when nobody is signed in any more, or
 * when that could not be found out in time.
 */
export async function refreshSession(): Promise<boolean> {
  const refreshed = (async () => {
    const { getAuthClient } = await import("#web/account/auth-client.ts");
    const { data } = await (await getAuthClient()).getSession();
    return data.session !== null;
  })().catch(() => false);
  const late = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), PATIENCE_MS));
  return Promise.race([refreshed, late]);
}
