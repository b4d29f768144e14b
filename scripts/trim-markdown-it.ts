import type { Plugin } from "vite";

/** What markdown-it imports, but doesn't use as configured in web/ai-tools/markdown/parser.ts. */
const UNUSED: Readonly<Record<string, string>> = {
  // Automatic links.
  "linkify-it": "export class LinkifyIt {}",
  // The names of character references.
  entities: "export const decodeHTMLStrict = (text) => text;",
  // Normalizing URLs.
  mdurl: "export {};",
  "punycode.js": "export default {};",
};

const PREFIX = "\0unused-by-markdown-it:";

/** Leaves these packages out of the browser's scripts: half of markdown-it's weight. */
export function trimMarkdownIt(): Plugin {
  return {
    name: "lattice:trim-markdown-it",
    enforce: "pre",
    resolveId(source, importer) {
      const isUnused = this.environment.name === "client" && Object.hasOwn(UNUSED, source);
      return isUnused && importer?.includes("/markdown-it/") ? PREFIX + source : null;
    },
    load: (id) => (id.startsWith(PREFIX) ? UNUSED[id.slice(PREFIX.length)] : null),
  };
}
