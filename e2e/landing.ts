import type { BrowserContext, Page } from "@playwright/test";
import { createSession, type TestUser } from "./accounts.ts";
import { type Session, storeSession } from "./members.ts";
import type { Site } from "./site.ts";

/** Starts a session for a user in this browser, as another tab would. */
export async function signInHere(context: BrowserContext, site: Site, user: TestUser): Promise<Session> {
  const session = await createSession(site, user);
  await storeSession(context, session, site.url);
  return session;
}

/** Whether an access token's session is still active. */
export const isSessionActive = async (site: Site, token: string) =>
  (await fetch(`${site.url}/auth/v1/user`, { headers: { Authorization: `Bearer ${token}` } })).ok;

export const getHeading = (page: Page) => page.getByRole("heading", { level: 1 });
export const getSignInLink = (page: Page) => page.getByRole("banner").getByRole("link", { name: "Sign In" });
