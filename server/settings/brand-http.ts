import { sql } from "drizzle-orm";
import { Hono } from "hono";
import type { ImageSection } from "#core/settings/constants.ts";
import type { Database } from "#server/database/index.ts";
import type { SettingsStore } from "./store.ts";

interface BrandDeps {
  readonly database: Database;
  readonly store: SettingsStore;
}

/**
 * Returns the current logo or one size of the favicon, as a PNG. Returns null if the current image has another digest
 * or doesn't have this size.
 */
export async function readBrandFile(
  { database, store }: BrandDeps,
  section: ImageSection,
  file: string,
  digest: string,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const { sections } = await store.read();
  if (sections[section].values.image !== digest) return null;
  const { rows } = await database.db.execute<{ file: string | null }>(sql`
    select value -> 'files' ->> ${file} as file from public.site_settings
    where section = ${section} and value ->> 'image' = ${digest}`);
  const base64 = rows[0]?.file;
  return base64 ? Uint8Array.from(Buffer.from(base64, "base64")) : null;
}

const YEAR_SECONDS = 31_536_000;

/** Serves the logo and the favicon. The content of a URL under /brand never changes. */
export function createBrandHttp(deps: BrandDeps): Hono {
  return new Hono().get("/:name", async (c) => {
    const [, size, digest = ""] =
      /^(?:logo|icon-(\d{2,3}))-([\da-f]{16})\.png$/.exec(c.req.param("name")) ?? [];
    const bytes = await (size === undefined
      ? readBrandFile(deps, "logo", "logo", digest)
      : readBrandFile(deps, "favicon", size, digest));
    if (bytes === null) return c.text("Not found\n", 404);
    return c.body(bytes, 200, {
      "Content-Type": "image/png",
      "Cache-Control": `public, max-age=${YEAR_SECONDS}, immutable`,
      "Content-Security-Policy": "default-src 'none'; sandbox",
    });
  });
}
