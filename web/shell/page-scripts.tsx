import { createContext } from "react";
import { listFiles } from "#web/router/create-routes.tsx";
import { type Manifest, useManifest } from "#web/router/manifest.ts";
import { loadOnInteraction } from "./load-on-interaction.ts";

/** The nonce of the Content-Security-Policy; server only, because browsers hide nonces from scripts. */
export const NonceContext = createContext<string | undefined>(undefined);

interface PageScriptsProps {
  readonly nonce: string | undefined;
}

/** The page's scripts, at the end of the body: only there does React ignore elements that only the server renders. */
export function PageScripts({ nonce }: PageScriptsProps) {
  return import.meta.env.SSR ? <ModuleScripts nonce={nonce} /> : null;
}

function ModuleScripts({ nonce }: PageScriptsProps) {
  const { preloads, code } = usePageScripts(true);
  return (
    <>
      {/* Inserted as markup, because otherwise React would process each link on every page. */}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: file names of the build */}
      <div hidden dangerouslySetInnerHTML={{ __html: preloads }} />
      <script type="module" async nonce={nonce}>
        {code}
      </script>
    </>
  );
}

const TEMPLATE_ID = "waiting-scripts";

/**
 * The page's scripts in a template, inert until `loadOnInteraction` inserts them. In the browser, a template has no
 * children, so React renders none there.
 */
export function DeferredScripts({ nonce }: PageScriptsProps) {
  return import.meta.env.SSR ? (
    <ScriptTemplate nonce={nonce} />
  ) : (
    <template id={TEMPLATE_ID} suppressHydrationWarning />
  );
}

function ScriptTemplate({ nonce }: PageScriptsProps) {
  const { files, code } = usePageScripts(false);
  return (
    <template id={TEMPLATE_ID} data-files={files.join(" ")}>
      <script type="module" async nonce={nonce}>
        {code}
      </script>
    </template>
  );
}

const INTERACTION_CODE = import.meta.env.SSR ? `(${loadOnInteraction})()`.replace(/^\t+/gm, "") : "";

/** The inline script for `DeferredScripts`. It precedes the style sheet, which would block it. */
export function LoadOnInteraction({ nonce }: PageScriptsProps) {
  return (
    <script nonce={nonce} suppressHydrationWarning>
      {INTERACTION_CODE}
    </script>
  );
}

type Scripts = ReturnType<typeof describeScripts>;

const scriptsCache = { all: new WeakMap<Manifest, Scripts>(), own: new WeakMap<Manifest, Scripts>() };

/** With `loadsAllRoutes`, the page loads the table of all routes at once; otherwise, it loads tables on demand. */
function usePageScripts(loadsAllRoutes: boolean): Scripts {
  const manifest = useManifest();
  const cache = scriptsCache[loadsAllRoutes ? "all" : "own"];
  const scripts = cache.get(manifest) ?? describeScripts(manifest, loadsAllRoutes);
  cache.set(manifest, scripts);
  return scripts;
}

/**
 * Returns the files that a page with the manifest's routes imports, the markup that preloads them, and the code that
 * sets `window.page` and starts the app.
 */
function describeScripts(manifest: Manifest, loadsAllRoutes: boolean) {
  // Written by scripts/write-route-table.ts; the development server has only the manifest.
  const tables = ["routes", "all-routes"].map((name) =>
    manifest.url.replace("/assets/manifest-", `/assets/${name}-`),
  );
  const entries = Object.values(manifest.routes).filter((entry) => entry !== undefined);
  const initialFiles = [
    ...(manifest.hmr ? [manifest.hmr.runtime] : []),
    ...(loadsAllRoutes ? tables.slice(1) : []),
  ];
  const files = new Set([
    ...initialFiles,
    manifest.entry.module,
    ...manifest.entry.imports,
    ...entries.flatMap(listFiles),
  ]);
  const routes = Object.fromEntries(entries.map(({ imports, css, module, ...entry }) => [entry.id, entry]));
  const lines = [
    ...initialFiles.map((file) => `import ${JSON.stringify(file)};`),
    ...entries.map(({ module }, index) => `import * as r${index} from ${JSON.stringify(module)};`),
    `window.page={tables:${JSON.stringify(loadsAllRoutes ? [] : tables)},`,
    `routes:${loadsAllRoutes ? "__reactRouterManifest.routes" : JSON.stringify(routes)},`,
    `modules:{${entries.map(({ id }, index) => `${JSON.stringify(id)}:r${index}`)}}};`,
    `import(${JSON.stringify(manifest.entry.module)})`,
  ];
  const preloads = [...files].map((href) => `<link rel="modulepreload" href="${href}" fetchpriority="low">`);
  return { files: [...files], preloads: preloads.join(""), code: lines.join("") };
}
