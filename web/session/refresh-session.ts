const TIMEOUT_MS = 4000;

/** Refreshes an expired session. Returns false if the user is signed out, or if the refresh fails or times out. */
export async function refreshSession(): Promise<boolean> {
  const refreshPromise = (async () => {
    const { getAuthClient } = await import("./auth-client.ts");
    const { data } = await (await getAuthClient()).getSession();
    return data.session !== null;
  })().catch(() => false);
  const timeout = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), TIMEOUT_MS));
  return Promise.race([refreshPromise, timeout]);
}
