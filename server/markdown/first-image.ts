export interface RenderedImage {
  /** A path on this site. */
  readonly path: string;
  readonly alt: string;
  /** In pixels; null if the address doesn't say. */
  readonly width: number | null;
  readonly height: number | null;
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  "#39": "'",
  "#x27": "'",
};

/** Finds the first image in HTML from `renderMarkdown`, or null. */
export function findFirstImage(html: string): RenderedImage | null {
  for (const [, attributes = ""] of html.matchAll(/<img ([^>]*)>/g)) {
    const read = (name: string) => new RegExp(`(?:^| )${name}="([^"]*)"`).exec(attributes)?.[1];
    const path = read("src");
    if (path === undefined) continue;
    const [width, height] = [Number(read("width") ?? 0), Number(read("height") ?? 0)];
    return {
      path: readEntities(path),
      alt: readEntities(read("alt") ?? ""),
      width: width || null,
      height: height || null,
    };
  }
  return null;
}

function readEntities(text: string): string {
  return text.replace(/&([a-z]+|#\w+);/g, (match, name: string) => ENTITIES[name] ?? match);
}
