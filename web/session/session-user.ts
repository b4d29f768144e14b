import type { GoTrueClient } from "@supabase/auth-js";

/**
 * Returns the ID of the session's user; undefined if there is no session or it has ended. Throws if this can't be
 * determined, for example because the server is unreachable.
 */
export async function findSessionUserId(client: GoTrueClient): Promise<string | undefined> {
  let { data, error } = await client.getSession();
  // If the server rejected the refresh, there is no session now, and this call returns none. Otherwise, it retries.
  if (error) ({ data, error } = await client.getSession());
  if (error) throw error;
  if (!data.session) return undefined;
  const response = await client.getUser();
  // Only these errors mean that the session has ended. After any other error, the session's state is unknown.
  if (
    response.error &&
    ![401, 403, 404].includes(response.error.status ?? 0) &&
    response.error.name !== "AuthSessionMissingError"
  )
    throw response.error;
  return response.data.user?.id;
}
