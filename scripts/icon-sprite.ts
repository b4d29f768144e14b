import { createHash } from "node:crypto";
import dynamicIconImports from "lucide-react/dynamicIconImports.mjs";
import type { Plugin } from "vite";
import { ICON_NAMES, type IconName } from "../web/ui/icon-names.ts";
import { buildCoinGlyphs } from "./coin-glyphs.ts";
import { buildIllustrations } from "./illustrations.ts";
import { buildProviderSymbols } from "./provider-symbols.ts";

const MODULE = "virtual:icon-sprite";

/** The logo: a unit cell of a lattice with its nearest neighbors connected. */
const LOGO = `<symbol id="logo" viewBox="0 0 28 28" fill="none">
<g stroke="currentColor" stroke-width="1.6">
<path d="M14 2.5 24 8.25v11.5L14 25.5 4 19.75V8.25L14 2.5Z" opacity=".5"/>
<path d="M14 14 4 8.25M14 14l10-5.75M14 14v11.5"/>
</g>
<g fill="currentColor">
<circle cx="14" cy="14" r="3"/>
<circle cx="4" cy="8.25" r="2"/>
<circle cx="24" cy="8.25" r="2"/>
<circle cx="14" cy="25.5" r="2"/>
</g>
</symbol>`;

type Shape = readonly [
  tag: string,
  attributes: Readonly<Record<string, string>>,
  children?: readonly Shape[],
];

/** Builds one SVG file with a `<symbol>` for each drawing. Pages import its URL from `virtual:icon-sprite`. */
export function iconSprite(): Plugin {
  let source = "";
  let fileName = "";
  return {
    name: "lattice:icon-sprite",
    async buildStart() {
      source = await buildSprite(ICON_NAMES);
      const hash = createHash("sha256").update(source).digest("base64url").slice(0, 8);
      fileName = `assets/${hash}.svg`;
    },
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : null),
    load: (id) => (id === `\0${MODULE}` ? `export default ${JSON.stringify(`/${fileName}`)};` : null),
    generateBundle() {
      // Named after its own hash, so that both builds use the same URL without depending on each other.
      if (this.environment.name === "client") this.emitFile({ type: "asset", fileName, source });
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        if (request.url !== `/${fileName}`) return next();
        response.setHeader("Content-Type", "image/svg+xml").end(source);
      });
    },
  };
}

async function buildSprite(names: readonly IconName[]): Promise<string> {
  const symbols = await Promise.all(
    names.map(async (name) => {
      const { __iconData: icon } = (await dynamicIconImports[name]()) as unknown as {
        __iconData: { size: number; node: readonly Shape[] };
      };
      const box = `0 0 ${icon.size} ${icon.size}`;
      return `<symbol id="${name}" viewBox="${box}">${icon.node.map(renderShape).join("")}</symbol>`;
    }),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg">${LOGO}${symbols.join("")}${buildCoinGlyphs()}${buildProviderSymbols()}${buildIllustrations()}</svg>`;
}

function renderShape([tag, { key: _, ...attributes }, children = []]: Shape): string {
  const serialized = Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`);
  return `<${tag}${serialized.join("")}>${children.map(renderShape).join("")}</${tag}>`;
}
