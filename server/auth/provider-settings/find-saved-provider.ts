import { eq } from "drizzle-orm";
import type { SignInProvider } from "#server/config-providers.ts";
import type { Db, Tx } from "#server/database/index.ts";
import type { AuthDeps } from "../deps.ts";
import { signInProviders } from "../oauth/tables.ts";

/** Finds a provider in the settings. With `lock`, `db` must be a transaction. */
export async function findSavedProvider(db: Db | Tx, id: string, { lock = false } = {}) {
  const query = db.select().from(signInProviders).where(eq(signInProviders.id, id));
  const [row] = lock ? await query.for("update") : await query;
  return row;
}

export const findConfiguredProvider = ({ config }: AuthDeps, id: string): SignInProvider | undefined =>
  config.auth.providers.find((provider) => provider.id === id);
