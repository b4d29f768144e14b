import { asc, sql } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import {
  findProviderKind,
  type ProviderDetails,
  type ProviderRecord,
} from "#core/accounts/provider-settings.ts";
import { requireAdmin } from "#core/admin/rules.ts";
import { AppError } from "#core/errors.ts";
import type { AuthDeps } from "../deps.ts";
import { createCsrfToken } from "../oauth/csrf-token.ts";
import { getCallbackUrl } from "../oauth/oauth-flow.ts";
import { signInProviders } from "../oauth/tables.ts";
import { requireViewerSession } from "../user/require-viewer-session.ts";
import { countLockedOut, countMembers } from "./count-members.ts";
import { findConfiguredProvider, findSavedProvider } from "./find-saved-provider.ts";
import { presentConfiguredProvider, presentSavedProvider } from "./present-provider.ts";
import { readTestResult } from "./test-provider.ts";

/** Lists the environment's providers, then the saved ones. Throws AppError: not_signed_in, access_denied. */
export async function listProviders(auth: AuthDeps, viewer: Viewer): Promise<readonly ProviderRecord[]> {
  requireAdmin(viewer);
  const configuredProviders = auth.config.auth.providers;
  const rows = await auth.database.db
    .select()
    .from(signInProviders)
    .orderBy(sql`${signInProviders.id} like 'custom:%'`, asc(signInProviders.id));
  const ids = [...new Set([...configuredProviders, ...rows].map(({ id }) => id))];
  const counts = await countMembers(auth.database.db, ids);
  const getCount = (id: string) => counts.get(id) ?? 0;
  return [
    ...configuredProviders.map((provider) => {
      const savedRow = rows.find(({ id }) => id === provider.id);
      return presentConfiguredProvider(provider, savedRow, getCount(provider.id));
    }),
    ...rows
      .filter(({ id }) => !findConfiguredProvider(auth, id))
      .map((row) => presentSavedProvider(auth, row, getCount(row.id))),
  ];
}

/**
 * Returns a provider with everything that its page shows. If `id` is a kind that hasn't been added, returns what is
 * needed to add it. Throws AppError: not_signed_in, access_denied, provider_not_found.
 */
export async function getProvider(auth: AuthDeps, viewer: Viewer, id: string): Promise<ProviderDetails> {
  requireAdmin(viewer);
  const { session } = await requireViewerSession(auth, viewer);
  const { db } = auth.database;
  const kind = typeof id === "string" ? findProviderKind(id) : undefined;
  if (!kind) throw new AppError("provider_not_found");
  const configuredProvider = findConfiguredProvider(auth, id);
  const row = await findSavedProvider(db, id);
  if (!configuredProvider && !row && id.startsWith("custom:")) throw new AppError("provider_not_found");
  const memberCount = (await countMembers(db, [id])).get(id) ?? 0;
  const provider = configuredProvider
    ? presentConfiguredProvider(configuredProvider, row, memberCount)
    : row
      ? presentSavedProvider(auth, row, memberCount)
      : null;
  const enabledProviders = await auth.providers.list();
  const isInUse = enabledProviders.some((enabledProvider) => enabledProvider.id === id);
  return {
    provider,
    kind,
    redirectUrl: getCallbackUrl(auth),
    lockedOutCount:
      isInUse && memberCount > 0
        ? (await countLockedOut(auth, db, { id, enabledProviders, userId: viewer.id })).count
        : 0,
    allowsPrivate: auth.config.auth.oidcAllowPrivate,
    testToken: createCsrfToken(auth, "test a provider", session.id),
    test: await readTestResult(auth, session.id, id),
  };
}
