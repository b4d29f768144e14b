import { asc, sql } from "drizzle-orm";
import type { SignInProvider } from "#server/config-providers.ts";
import type { Database } from "#server/database/index.ts";
import { createAnnouncedCache } from "#server/platform/announced-cache.ts";
import type { Announcements } from "#server/platform/announcements.ts";
import type { Log } from "#server/platform/log.ts";
import type { Keys } from "../keys/keys.ts";
import { buildProvider } from "./build-provider.ts";
import { signInProviders } from "./tables.ts";

export type ProviderStore = ReturnType<typeof createProviderStore>;

interface StoreDeps {
  readonly database: Pick<Database, "db">;
  readonly config: { readonly auth: { readonly providers: readonly SignInProvider[] } };
  readonly keys: Keys;
  readonly log: Log;
  readonly announcements?: Pick<Announcements, "on" | "onGap"> | undefined;
}

/** Caches the environment's providers and those turned on in the settings (docs/decisions/081). */
export function createProviderStore({ database, config, keys, log, announcements }: StoreDeps) {
  /** Keyed by ID and version, because `getProviderClient` recognizes an unchanged provider by its object. */
  let builtProviders = new Map<string, SignInProvider>();

  async function readAll(): Promise<readonly SignInProvider[]> {
    const rows = await database.db
      .select()
      .from(signInProviders)
      .orderBy(sql`${signInProviders.id} like 'custom:%'`, asc(signInProviders.id));
    const activeRows = rows.filter(
      ({ id, isEnabled }) => isEnabled && !config.auth.providers.some((provider) => provider.id === id),
    );
    const nextProviders = new Map<string, SignInProvider>();
    for (const row of activeRows) {
      const key = `${row.id} ${row.version}`;
      const provider = builtProviders.get(key) ?? buildProvider(keys, row);
      if (provider) nextProviders.set(key, provider);
      else log.warn({ provider: row.id }, "a sign-in provider is off until its secret is entered again");
    }
    builtProviders = nextProviders;
    return [...config.auth.providers, ...nextProviders.values()];
  }

  const cache = createAnnouncedCache({ read: readAll, name: "the sign-in providers", log, announcements });
  return { list: cache.get, refresh: cache.refresh };
}
