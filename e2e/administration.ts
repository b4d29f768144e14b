import type { APIResponse, BrowserContext, Page } from "@playwright/test";
import { encodeSessionCookies, serializeSession } from "#core/accounts/session-cookie.ts";
import { test as base, createSession, createUser, expect, type TestUser } from "./accounts.ts";
import type { Requester } from "./forum.ts";
import type { RunStatement, Site } from "./site.ts";

export { expect };

interface Fixtures {
  /** An administrator who just signed in, in this test's browser. */
  admin: TestUser;
}

export const test = base.extend<Fixtures>({
  admin: async ({ site, runStatement, context }, use) => {
    const user = await createUser(site);
    await runStatement("update public.user_roles set role = 'admin' where user_id = $1", user.id);
    await signIn(site, context, user);
    await use(user);
  },
});

/** Builds the path of a user's admin page. */
export const buildUserPath = ({ id }: TestUser) => `/admin/users/${id}`;

/** Finds a section by its heading. */
export const getSection = (page: Page, title: string) =>
  page.getByRole("region", { name: title, exact: true });

/** Signs a user in and stores the session in the cookies of a browser context. */
export async function signIn(
  site: Site,
  context: BrowserContext,
  user: Pick<TestUser, "email" | "password">,
): Promise<void> {
  const session = await createSession(site, user);
  const cookies = encodeSessionCookies(serializeSession(session))
    .map((cookie) => /^([^=]+)=([^;]*)/.exec(cookie))
    .flatMap((match) => (match?.[1] && match[2] ? [{ name: match[1], value: match[2], url: site.url }] : []));
  await context.addCookies(cookies);
}

/**
 * Sends a form to `site`, as a browser without JavaScript would. `sendForm` (e2e/forum.ts) sends forms to the shared
 * program.
 */
export function sendSiteForm(
  page: Requester,
  site: Site,
  path: string,
  fields: Record<string, string>,
): Promise<APIResponse> {
  return page.request.post(path, {
    headers: { "Content-Type": "application/x-www-form-urlencoded", Origin: site.url },
    data: new URLSearchParams(fields).toString(),
    maxRedirects: 0,
  });
}

/**
 * Makes a user's sign-ins almost twelve minutes older, because admin actions on accounts, roles and settings require a
 * sign-in within the last ten.
 */
export const ageSessions = (runStatement: RunStatement, { id }: TestUser) =>
  runStatement(
    `update auth.sessions set amr = (select jsonb_agg(entry || jsonb_build_object('timestamp', (entry ->> 'timestamp')::int - 700))
     from jsonb_array_elements(amr) entry) where user_id = $1`,
    id,
  );
