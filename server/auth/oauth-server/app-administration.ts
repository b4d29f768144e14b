import { count, inArray } from "drizzle-orm";
import { AuthError } from "#core/accounts/auth-errors.ts";
import type { Member, Viewer } from "#core/accounts/member.ts";
import {
  CLIENT_NAME_MAX,
  cleanClientName,
  isValidClientUrl,
  isValidRedirectUri,
  REDIRECT_URIS_MAX,
  type RegisteredApp,
} from "#core/accounts/oauth.ts";
import { requireAdmin } from "#core/admin/rules.ts";
import { AppError } from "#core/errors.ts";
import { countCharacters } from "#core/text.ts";
import type { Tx } from "#server/database/index.ts";
import { lockAdminRole } from "#server/profiles/index.ts";
import type { AuthDeps } from "../deps.ts";
import { requireViewerStepUp } from "../user/require-viewer-step-up.ts";
import {
  createClient,
  deleteClient,
  findClient,
  listClients,
  regenerateSecret,
  updateClient,
} from "./clients.ts";
import { type OAuthClientRow, oauthGrants } from "./tables.ts";

/** At most this many apps are listed, newest first. */
const APPS_MAX = 200;

export interface AppInput {
  readonly name: string;
  readonly website: string;
  /** One per line. */
  readonly redirectUris: string;
}

/**
 * Admin actions on apps that sign members in with this site. All throw AppError not_signed_in or access_denied. Changes
 * also throw step_up_required. `create` and `edit` throw invalid_input with fields. `get` and all changes except
 * `create` throw app_not_found.
 */
export function createAppAdministration(auth: AuthDeps) {
  const { db } = auth.database;
  const change = async <T>(viewer: Viewer, run: (tx: Tx, actor: Member) => Promise<T>): Promise<T> => {
    requireAdmin(viewer);
    await requireViewerStepUp(auth, viewer);
    try {
      return await db.transaction(async (tx) => {
        await lockAdminRole(tx, viewer, auth.clock.now());
        return run(tx, viewer);
      });
    } catch (error) {
      if (error instanceof AuthError) throw new AppError("app_not_found", { cause: error });
      throw error;
    }
  };
  return {
    /** Returns null if the OAuth server is turned off. */
    async list(viewer: Viewer) {
      requireAdmin(viewer);
      if (!auth.config.auth.oauthServer) return null;
      return presentApps(auth, (await listClients(auth, { limit: APPS_MAX, offset: 0 })).clients);
    },
    async get(viewer: Viewer, id: string) {
      requireAdmin(viewer);
      const client = await findClient(db, id);
      const [app] = client ? await presentApps(auth, [client]) : [];
      if (!app) throw new AppError("app_not_found");
      return app;
    },
    /** Returns the secret, which can't be read again; null for an app that can't store one. */
    create: (viewer: Viewer, input: AppInput & { readonly isPublic: boolean }) =>
      change(viewer, async (tx, actor) => {
        const authMethod = input.isPublic ? "none" : "client_secret_basic";
        const { client, secret } = await createClient(auth, tx, actor, {
          ...parseAppInput(input),
          authMethod,
        });
        return { id: client.id, secret };
      }),
    edit: (viewer: Viewer, id: string, input: AppInput) =>
      change(viewer, async (tx, actor) => {
        await updateClient(auth, tx, actor, id, parseAppInput(input));
      }),
    /** Returns the new secret. The old one stops working immediately. */
    regenerateSecret: (viewer: Viewer, id: string) =>
      change(viewer, async (tx, actor) => {
        const { client, secret } = await regenerateSecret(auth, tx, actor, id);
        return { id: client.id, secret };
      }),
    delete: (viewer: Viewer, id: string) => change(viewer, (tx, actor) => deleteClient(tx, actor, id)),
  };
}

async function presentApps(
  { database }: AuthDeps,
  clients: readonly OAuthClientRow[],
): Promise<RegisteredApp[]> {
  const ids = clients.map(({ id }) => id);
  const counts = await database.db
    .select({ clientId: oauthGrants.clientId, total: count() })
    .from(oauthGrants)
    .where(inArray(oauthGrants.clientId, ids))
    .groupBy(oauthGrants.clientId);
  const totals = new Map(counts.map(({ clientId, total }) => [clientId, total]));
  return clients.map((client) => ({
    id: client.id,
    name: client.name,
    website: client.website,
    redirectUris: client.redirectUris,
    authMethod: client.authMethod,
    isSelfRegistered: client.registration === "dynamic",
    createdAt: client.createdAt.toISOString(),
    grantCount: totals.get(client.id) ?? 0,
  }));
}

function parseAppInput(input: AppInput) {
  const name = cleanClientName(input.name);
  const website = input.website.trim();
  const redirectUris = [...new Set(input.redirectUris.split(/\s+/).filter(Boolean))];
  const invalidUri = redirectUris.find((uri) => !isValidRedirectUri(uri));
  const problems = Object.entries({
    name:
      name === ""
        ? "Enter a name."
        : countCharacters(name) > CLIENT_NAME_MAX
          ? `Use at most ${CLIENT_NAME_MAX} characters.`
          : null,
    website: website === "" || isValidClientUrl(website) ? null : "Enter a URL that starts with https://.",
    redirectUris:
      redirectUris.length === 0
        ? "Enter at least one redirect URI."
        : redirectUris.length > REDIRECT_URIS_MAX
          ? `Enter at most ${REDIRECT_URIS_MAX} redirect URIs.`
          : invalidUri === undefined
            ? null
            : `This redirect URI can't be used: ${invalidUri.slice(0, 200)}. Use https, or http on localhost, without a #.`,
  }).filter((problem): problem is [string, string] => problem[1] !== null);
  if (problems.length > 0) throw new AppError("invalid_input", { fieldErrors: Object.fromEntries(problems) });
  return { name, website: website || null, redirectUris };
}
