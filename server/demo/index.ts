/** An example community for new sites, which is loaded only if it is enabled, and only into an empty database. */
import { sql } from "drizzle-orm";
import { createPasswords } from "#server/auth/index.ts";
import type { Database } from "#server/database/index.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Log } from "#server/platform/log.ts";
import { loadDemoCommunity } from "./load-demo-community.ts";
import { DEMO_MEMBERS } from "./members.ts";

export { generatePosts } from "./generate-posts.ts";
export { GENERATED_WORDS } from "./generated-words.ts";
export { type DemoDeps, loadDemoCommunity } from "./load-demo-community.ts";
export { DEMO_PASSWORD } from "./members.ts";
export type { RemovalCounts } from "./removal/plan-removal.ts";
export {
  previewDemoRemoval,
  type RemovalDeps,
  type RemovalPreview,
  removeDemo,
} from "./removal/remove-demo.ts";

export interface PrepareDemoOptions {
  readonly isEnabled: boolean;
  readonly database: Database;
  readonly log: Log;
  readonly clock: Clock;
  print(line: string): void;
}

/**
 * Loads the demo community if it is enabled, there are no users and it wasn't removed before. Returns whether there are
 * demo accounts.
 */
export async function prepareDemo({ isEnabled, database, log, clock, print }: PrepareDemoOptions) {
  if (isEnabled) {
    const passwords = createPasswords();
    const hashPassword = (password: string) => passwords.hash(password);
    const result = await loadDemoCommunity({ database, log, clock, hashPassword });
    if (result) print(`Created the demo community: ${result.posts} posts by ${DEMO_MEMBERS.length} members.`);
  }
  const { rows } = await database.db.execute<{ has_demo: boolean }>(
    // The loader sets this flag. People can sign up with a demo email address, but can't set the flag.
    sql`select exists(select from auth.users where raw_app_meta_data @> '{"demo": true}') as has_demo`,
  );
  return rows[0]?.has_demo ?? false;
}
