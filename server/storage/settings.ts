import { randomBytes, randomUUID } from "node:crypto";
import type { Db } from "#server/database/index.ts";
import { settings } from "./tables.ts";

/** Reads the settings. Creates them when the site starts for the first time. */
export async function loadSettings(db: Db) {
  await db
    .insert(settings)
    .values([
      // The site's ID, which is the name of its folder. It is unique, so that two databases with the same DATA_DIR
      // don't delete each other's files as orphans.
      { name: "folder", value: randomUUID() },
      // The secret that signs URLs. It isn't the secret of /auth/v1, so that neither API accepts the other's tokens.
      { name: "link_secret", value: randomBytes(48).toString("base64url") },
    ])
    .onConflictDoNothing();
  const rows = await db.select().from(settings);
  const read = (name: string) => rows.find((row) => row.name === name)?.value ?? "";
  return { siteId: read("folder"), secret: new TextEncoder().encode(read("link_secret")) };
}
