import type { GoTrueClient } from "@supabase/auth-js";

/**
 * Whose session this browser stores, as the server says; undefined where there is none or it has ended. Refreshes it
 * where its time was over. Throws the client's error when the server cannot be reached.
 */
export async function holderOf(client: GoTrueClient): Promise<string | undefined> {
  let { data, error } = await client.getSession();
  // A refresh that was refused for good has removed the session; one that only failed leaves it unknown.
  if (error) ({ data, error } = await client.getSession());
  if (error) throw error;
  if (!data.session) return undefined;
  const answer = await client.getUser();
  // Only these say that the session has ended; after anything else it is unknown.
  if (
    answer.error &&
    ![401, 403, 404].includes(answer.error.status ?? 0) &&
    answer.error.name !== "AuthSessionMissingError"
  )
    throw answer.error;
  return answer.data.user?.id;
}
