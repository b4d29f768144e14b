import { eq } from "drizzle-orm";
import { profiles } from "#server/profiles/index.ts";
import type { AuthDeps } from "../deps.ts";
import { authenticateBearer } from "./authenticate-bearer.ts";

export interface AccountName {
  readonly username: string;
  readonly email: string | null;
}

/** Returns the username and email of an access token's account. Throws the AuthErrors of authenticateBearer. */
export async function getAccountName(auth: AuthDeps, accessToken: string): Promise<AccountName> {
  const { user } = await authenticateBearer(auth, `Bearer ${accessToken}`);
  const [profile] = await auth.database.db
    .select({ username: profiles.username })
    .from(profiles)
    .where(eq(profiles.id, user.id));
  return { username: profile?.username ?? "", email: user.email ?? user.ssoEmail };
}
