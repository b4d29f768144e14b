import type { GoTrueClient } from "@supabase/auth-js";

/**
 * Returns the user ID of this browser's session after checking it with the server, or undefined if there is none or it
 * has ended. Throws the client's error when the server can't be reached.
 */
export async function findSessionHolder(client: GoTrueClient): Promise<string | undefined> {
  let { data, error } = await client.getSession();
  // A rejected refresh has removed the session; after a failed one its state is unknown.
  if (error) ({ data, error } = await client.getSession());
  if (error) throw error;
  if (!data.session) return undefined;
  const answer = await client.getUser();
  // Only these mean that the session has ended. Otherwise its state is unknown.
  if (
    answer.error &&
    ![401, 403, 404].includes(answer.error.status ?? 0) &&
    answer.error.name !== "AuthSessionMissingError"
  )
    throw answer.error;
  return answer.data.user?.id;
}
