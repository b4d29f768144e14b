import { NOTICES } from "#core/notices.ts";
import { toast } from "#web/ui/toast.tsx";
import { getAuthClient } from "./auth-client.ts";

/**
 * The end of a mailed link: this browser's auth client trades the code in the address for a session, or the address
 * says what went wrong. Resolves whether somebody is signed in now.
 */
export async function land(): Promise<boolean> {
  const problem = new URLSearchParams(location.search).get("error_description");
  if (problem) {
    toast({ title: "This link did not work", description: problem, destructive: true });
    return false;
  }
  const client = await getAuthClient();
  const { data } = await client.getSession();
  if (data.session) toast(NOTICES["welcome-back"]);
  return data.session !== null;
}
