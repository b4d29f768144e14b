import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { APIResponse, BrowserContext, Page } from "@playwright/test";
import pg from "pg";
import { encodeSessionCookies, sessionCookieValue } from "#core/accounts/session-cookie.ts";
import { test as base, expect, makePerson, type Person, type Site, startSite } from "./accounts.ts";

export { expect };

interface Fixtures {
  /** An administrator, signed in in this test's browser a moment ago. */
  admin: Person;
}

/** Runs a statement on the program's database, to make what takes time, or an administrator, without either. */
export type Ask = (statement: string, ...values: unknown[]) => Promise<void>;

export const test = base.extend<Fixtures, { ask: Ask; dataDir: string; environment: Record<string, string> }>(
  {
    /** Further settings of the program, by `test.use`. */
    environment: [{}, { scope: "worker", option: true }],
    dataDir: [
      async ({}, use) => {
        const folder = mkdtempSync(join(tmpdir(), "lattice-admin-"));
        // As root its PostgreSQL runs as another user, who must be able to pass through.
        chmodSync(folder, 0o711);
        await use(join(folder, "data"));
        rmSync(folder, { recursive: true, force: true });
      },
      { scope: "worker" },
    ],
    site: [
      async ({ dataDir, environment }, use) => {
        const { site, program, smtp } = await startSite({ DATA_DIR: dataDir, ...environment });
        await use(site);
        await program.stop();
        await smtp.stop();
        const errors = program.output().match(/.*"level":(?:[56]0|"(?:error|fatal)").*/g) ?? [];
        expect(errors, "what the program logged as errors").toEqual([]);
      },
      { scope: "worker", timeout: 120_000 },
    ],
    ask: [
      async ({ site: _started, dataDir }, use) => {
        const pool = new pg.Pool({
          host: readFileSync(join(dataDir, "postgres", "postmaster.pid"), "utf8").split("\n")[4] ?? "",
          user: "lattice",
          database: "lattice",
          password: readFileSync(join(dataDir, "postgres-password"), "utf8").trim(),
          max: 1,
        });
        await use(async (statement, ...values) => void (await pool.query(statement, values)));
        await pool.end();
      },
      { scope: "worker" },
    ],
    admin: async ({ site, ask, context }, use) => {
      const person = await makePerson(site);
      await ask("update public.user_roles set role = 'admin' where user_id = $1", person.id);
      await signIn(site, context, person);
      await use(person);
    },
  },
);

export const userPage = ({ id }: Person) => `/admin/users/${id}`;

/** A section of a screen, by its heading. */
export const section = (page: Page, title: string) => page.getByRole("region", { name: title, exact: true });

/** Puts a new session of a person into a browser. */
export async function signIn(
  site: Site,
  context: BrowserContext,
  { email, password }: Person,
): Promise<void> {
  const session = await site.call<object>("POST", "/token?grant_type=password", { email, password });
  const cookies = encodeSessionCookies(sessionCookieValue(session))
    .map((cookie) => /^([^=]+)=([^;]*)/.exec(cookie))
    .flatMap((match) => (match?.[1] && match[2] ? [{ name: match[1], value: match[2], url: site.url }] : []));
  await context.addCookies(cookies);
}

/** What a browser without script sends for a form of this site. */
export function send(
  page: Page,
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

/** Makes a person's sign-ins twelve minutes older: acts on accounts, roles and settings take a fresh one. */
export const age = (ask: Ask, { id }: Person) =>
  ask(
    `update auth.sessions set amr = (select jsonb_agg(one || jsonb_build_object('timestamp', (one ->> 'timestamp')::int - 700))
     from jsonb_array_elements(amr) one) where user_id = $1`,
    id,
  );
