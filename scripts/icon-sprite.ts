import { createHash } from "node:crypto";
import dynamicIconImports from "lucide-react/dynamicIconImports.mjs";
import type { Plugin } from "vite";
import { ICON_NAMES, type IconName } from "../web/ui/icon-names.ts";
import { buildIllustrations } from "./illustrations.ts";

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
      // The name is the hash of the content, so that the client build and the server build agree on the URL without
      // depending on each other.
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
  const serializedAttributes = Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`);
  return `<${tag}${serializedAttributes.join("")}>${children.map(renderShape).join("")}</${tag}>`;
}

/** Glyphs of coins by lower-case ticker, drawn for this project in a box of 24 by 24. They aren't the coins' logos. */
const COIN_GLYPHS: Readonly<Record<string, string>> = {
  btc: `<path d="M8.5 5.5v13M8.5 5.5h5a3.1 3.1 0 0 1 0 6.2h-5M8.5 11.7h5.8a3.4 3.4 0 0 1 0 6.8H8.5M6.5 5.5h2M6.5 18.5h2M10.5 3.3v2.2M13.3 3.3v2.2M10.5 18.5v2.2M13.3 18.5v2.2" ${getStrokeAttributes()}/>`,
  eth: `<path d="m12 2.8 5.8 9.3L12 15.4l-5.8-3.3L12 2.8Z" fill="currentColor"/><path d="M12 21.2 6.5 13.9 12 17l5.5-3.1L12 21.2Z" fill="currentColor" opacity=".6"/>`,
  bnb: `<path d="m12 9.2 2.8 2.8-2.8 2.8L9.2 12 12 9.2ZM12 3l4.6 4.6-2 2L12 7 9.4 9.6l-2-2L12 3ZM12 21l-4.6-4.6 2-2L12 17l2.6-2.6 2 2L12 21ZM5.2 10l2 2-2 2-2-2 2-2ZM18.8 10l2 2-2 2-2-2 2-2Z" fill="currentColor"/>`,
  ada: `<g fill="currentColor"><circle cx="12" cy="8.4" r="1.9"/><circle cx="12" cy="15.6" r="1.9"/><circle cx="8.6" cy="12" r="1.9"/><circle cx="15.4" cy="12" r="1.9"/><circle cx="12" cy="3.9" r="1.2"/><circle cx="12" cy="20.1" r="1.2"/><circle cx="5" cy="7.6" r="1.2"/><circle cx="19" cy="7.6" r="1.2"/><circle cx="5" cy="16.4" r="1.2"/><circle cx="19" cy="16.4" r="1.2"/></g>`,
  sol: `<path d="M7.6 5h12l-3.2 3.2h-12L7.6 5ZM4.4 10.4h12l3.2 3.2h-12l-3.2-3.2ZM7.6 15.8h12L16.4 19h-12l3.2-3.2Z" fill="currentColor"/>`,
  pol: `<path d="M9 6.2 13 8.5v4.6L9 15.4l-4-2.3V8.5l4-2.3ZM15 8.6l4 2.3v4.6l-4 2.3-4-2.3v-2" ${getStrokeAttributes()}/>`,
  usdc: `<path d="M15 9.2c-.3-1.3-1.4-2-3-2s-3 .8-3 2.3c0 3.3 6.2 1.6 6.2 5 0 1.5-1.3 2.4-3.2 2.4s-3.1-.9-3.3-2.3M12 5.4v1.8M12 16.9v1.8M7.6 4.6a8.6 8.6 0 0 0 0 14.8M16.4 4.6a8.6 8.6 0 0 1 0 14.8" ${getStrokeAttributes()}/>`,
  usdt: `<path d="M6 5.5h12M12 5.5v14M12 9.6c4 0 7.2.7 7.2 1.7S16 13 12 13s-7.2-.7-7.2-1.7S8 9.6 12 9.6Z" ${getStrokeAttributes()}/>`,
  dai: `<path d="M7 5.5h4.6a6.5 6.5 0 0 1 0 13H7v-13ZM4.5 10.4h15M4.5 13.6h15" ${getStrokeAttributes()}/>`,
};

function getStrokeAttributes(): string {
  return 'fill="none" stroke="currentColor" stroke-width="1.8" stroke-linejoin="round" stroke-linecap="round"';
}

function buildCoinGlyphs(): string {
  return Object.entries(COIN_GLYPHS)
    .map(([ticker, drawing]) => `<symbol id="coin-${ticker}" viewBox="0 0 24 24">${drawing}</symbol>`)
    .join("");
}

/** Symbols of sign-in providers, drawn for this project in a box of 24 by 24. They aren't the providers' logos. */
const PROVIDER_SYMBOLS = {
  /** A fruit with a leaf. */
  apple: `<path d="M12 8.5c-1.6-1.2-3-1.6-4.4-1C5.2 8.4 4.4 11 5 14.2c.7 3.4 2.8 6.3 4.9 6.3.8 0 1.3-.5 2.1-.5s1.3.5 2.1.5c2.1 0 4.2-2.9 4.9-6.3.6-3.2-.2-5.8-2.6-6.7-1.4-.6-2.8-.2-4.4 1ZM12 8.5c0-2.6 1.2-4.3 3.4-5" />`,
  /** A key. */
  custom: `<circle cx="8" cy="15.5" r="4.5" /><path d="m11.2 12.3 8.3-8.3M15.5 8l3 3M18 5.5l1.5 1.5" />`,
  /** A speech bubble with two eyes. */
  discord: `<path d="M7 5h10a4 4 0 0 1 4 4v5a4 4 0 0 1-4 4h-5l-5 3v-3a4 4 0 0 1-4-4V9a4 4 0 0 1 4-4ZM9 11v1.5M15 11v1.5" />`,
  /** A branch that leaves its trunk. */
  github: `<circle cx="7" cy="5.5" r="2.5" /><circle cx="7" cy="18.5" r="2.5" /><circle cx="17" cy="8.5" r="2.5" /><path d="M7 8v8M17 11c0 3-3.5 3.5-7 4" />`,
  /** A branch that joins its trunk. */
  gitlab: `<circle cx="6" cy="6" r="2.5" /><circle cx="6" cy="18" r="2.5" /><circle cx="18" cy="18" r="2.5" /><path d="M6 8.5v7M18 15.5V11a4 4 0 0 0-4-4h-3M13.5 4.5 11 7l2.5 2.5" />`,
  /** A ring with a bar. */
  google: `<path d="M19.5 7.5A8.7 8.7 0 1 0 20.7 12H12.5" />`,
  /** A cross. */
  x: `<path d="m5 4.5 14 15M19 4.5l-14 15" />`,
} as const;

const buildProviderSymbols = (): string =>
  Object.entries(PROVIDER_SYMBOLS)
    .map(([id, shapes]) => `<symbol id="provider-${id}" viewBox="0 0 24 24">${shapes}</symbol>`)
    .join("");
