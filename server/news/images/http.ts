import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Hono } from "hono";
import { FALLBACK_CATEGORY, isNewsCategory, type NewsCategory } from "#core/news/categories.ts";
import { StorageError } from "#core/storage/storage-errors.ts";
import { ROOT } from "#server/platform/root.ts";
import type { ImageFiles, ImageSize } from "./image-files.ts";

const BUILT_IN_FOLDER = join(ROOT, "server", "news", "images", "built-in");
const YEAR_SECONDS = 31_536_000;
const SECONDS_PER_DAY = 86_400;
const IMAGE_NAME = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[a-z]+)(-small)?\.webp$/;

/** Serves the images of articles. If a stored image can't be loaded, serves a built-in one with "no-cache". */
export function createImagesHttp(files: ImageFiles): Hono {
  const builtInImages = new Map<string, Buffer>();
  const readBuiltInImage = async (category: NewsCategory, size: ImageSize) => {
    const name = `${category}${size === "thumbnail" ? "-small" : ""}.webp`;
    const image = builtInImages.get(name) ?? (await readFile(join(BUILT_IN_FOLDER, name)));
    builtInImages.set(name, image);
    return image;
  };
  return new Hono().get("/:name", async (c) => {
    const [, name = "", thumbnailSuffix] = IMAGE_NAME.exec(c.req.param("name")) ?? [];
    const size: ImageSize = thumbnailSuffix ? "thumbnail" : "original";
    if (name === "" || (!name.includes("-") && !isNewsCategory(name))) return c.text("Not found\n", 404);
    const storedImage = isNewsCategory(name)
      ? undefined
      : await files.read(name, size).catch(ignoreUnavailable);
    const image =
      storedImage ?? (await readBuiltInImage(isNewsCategory(name) ? name : FALLBACK_CATEGORY, size));
    return c.body(new Uint8Array(image), 200, {
      "Content-Type": "image/webp",
      "Cache-Control": storedImage
        ? `public, max-age=${YEAR_SECONDS}, immutable`
        : isNewsCategory(name)
          ? `public, max-age=${SECONDS_PER_DAY}`
          : "no-cache",
      "Content-Security-Policy": "default-src 'none'; sandbox",
    });
  });
}

function ignoreUnavailable(error: unknown): undefined {
  if (!(error instanceof StorageError)) throw error;
}
