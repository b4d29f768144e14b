const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  "#39": "'",
  "#x27": "'",
};

/** Finds the first image in HTML from `renderMarkdown`. */
export function findFirstImage(html: string) {
  for (const [, attributes = ""] of html.matchAll(/<img ([^>]*)>/g)) {
    const readAttribute = (name: string) => new RegExp(`(?:^| )${name}="([^"]*)"`).exec(attributes)?.[1];
    const path = readAttribute("src");
    if (path === undefined) continue;
    const [width, height] = [Number(readAttribute("width") ?? 0), Number(readAttribute("height") ?? 0)];
    return {
      path: decodeEntities(path),
      alt: decodeEntities(readAttribute("alt") ?? ""),
      width: width || null,
      height: height || null,
    };
  }
  return null;
}

function decodeEntities(text: string): string {
  return text.replace(/&([a-z]+|#\w+);/g, (match, name: string) => ENTITIES[name] ?? match);
}
