import type { Plugin } from "vite";

/** markdown-it's imports that aren't used as configured in web/ai-tools/markdown/parser.ts, and what replaces them. */
const UNUSED: readonly (readonly [code: string, replacement: string])[] = [
  // Automatic links.
  ['import { LinkifyIt } from "linkify-it";', "class LinkifyIt {}"],
  // The names of character references.
  ['import { decodeHTMLStrict } from "entities";', "const decodeHTMLStrict = (text) => text;"],
  // Normalizing URLs.
  ['import * as mdurl from "mdurl";', "const mdurl = {};"],
  ['import punycode from "punycode.js";', "const punycode = {};"],
  // Only these two classes are used. For all of them, every page would load a helper.
  ['import * as ucmicro from "uc.micro";', 'import { P, S } from "uc.micro"; const ucmicro = { P, S };'],
];

/** Leaves these packages out of the browser's scripts: half of markdown-it's weight. */
export function trimMarkdownIt(): Plugin {
  return {
    name: "lattice:trim-markdown-it",
    transform(code, id) {
      if (this.environment.name !== "client" || !/\/markdown-it\/dist\/markdown-it\.mjs$/.test(id))
        return null;
      return UNUSED.reduce((trimmed, [unused, replacement]) => {
        if (!trimmed.includes(unused)) this.error(`markdown-it has changed: it has no ${unused}`);
        return trimmed.replace(unused, replacement);
      }, code);
    },
  };
}
