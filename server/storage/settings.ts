import { randomBytes, randomUUID } from "node:crypto";
import { inArray, sql } from "drizzle-orm";
import type { Db } from "#server/database/index.ts";
import { settings } from "./tables.ts";

export interface StorageSettings {
  /**
   * The name of the files' folder. It is unique, so that two databases with the same DATA_DIR don't delete each other's
   * files as orphans.
   */
  readonly folder: string;
  /** The secret that signs URLs. It differs from that of /auth/v1, so that neither API accepts the other's tokens. */
  readonly secret: Uint8Array;
}

/** Reads the settings. Creates them when the site starts for the first time. */
export async function loadSettings(db: Db): Promise<StorageSettings> {
  const names = ["folder", "link_secret"];
  const read = async () =>
    new Map(
      (await db.select().from(settings).where(inArray(settings.name, names))).map((row) => [
        row.name,
        row.value,
      ]),
    );
  let found = await read();
  if (found.size < names.length) {
    await db
      .insert(settings)
      .values([
        { name: "folder", value: randomUUID() },
        { name: "link_secret", value: randomBytes(48).toString("base64url") },
      ])
      .onConflictDoUpdate({ target: settings.name, set: { value: sql`${settings.value}` } });
    found = await read();
  }
  return {
    folder: found.get("folder") ?? "",
    secret: new TextEncoder().encode(found.get("link_secret") ?? ""),
  };
}
