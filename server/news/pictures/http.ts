import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Hono } from "hono";
import { FALLBACK_CATEGORY, isNewsCategory, type NewsCategory } from "#core/news/categories.ts";
import type { PictureFiles, PictureSize } from "./picture-files.ts";

const DRAWN = join(import.meta.dirname, "drawn");
const YEAR = 31_536_000;
const DAY = 86_400;
const NAME = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[a-z]+)(-small)?\.webp$/;

/**
 * Pictures of the news, mounted at /news-images: `<id>.webp` and `<id>-small.webp` are stored ones,
 * `<category>.webp` and `<category>-small.webp` the built-in ones. If a stored file is missing, a built-in
 * picture is served without caching.
 */
export function createPicturesHttp(files: PictureFiles): Hono {
  const drawn = new Map<string, Promise<Buffer>>();
  const readDrawn = (category: NewsCategory, size: PictureSize) => {
    const name = `${category}${size === "thumbnail" ? "-small" : ""}.webp`;
    const cached = drawn.get(name) ?? readFile(join(DRAWN, name));
    drawn.set(name, cached);
    return cached;
  };
  return new Hono().get("/:name", async (c) => {
    const [, name = "", isThumbnail] = NAME.exec(c.req.param("name")) ?? [];
    const size: PictureSize = isThumbnail ? "thumbnail" : "original";
    if (name === "" || (!name.includes("-") && !isNewsCategory(name))) return c.text("Not found\n", 404);
    const found = isNewsCategory(name) ? undefined : await files.get(name, size);
    const bytes = found ?? (await readDrawn(isNewsCategory(name) ? name : FALLBACK_CATEGORY, size));
    return c.body(new Uint8Array(bytes), 200, {
      "Content-Type": "image/webp",
      "Cache-Control": found
        ? `public, max-age=${YEAR}, immutable`
        : isNewsCategory(name)
          ? `public, max-age=${DAY}`
          : "no-cache",
      "Content-Security-Policy": "default-src 'none'; sandbox",
    });
  });
}
