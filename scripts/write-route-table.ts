import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * Writes build/client/assets/routes-*.js: React Router's manifest at three quarters of its size, for web/router. It
 * numbers files, leaves out those that every page loads, and also sets `__reactRouterManifest`.
 */

const ASSETS = join(import.meta.dirname, "..", "build", "client", "assets");
/** Length of the hash in a file name, with the hyphen before it. vite.config.ts sets the length of the hash. */
const HASH_LENGTH = 8;
const MANIFEST = /^manifest-.+\.js$/;
/** The routes' flags, one bit each in this order. */
const FLAGS = [
  "index",
  "hasAction",
  "hasLoader",
  "hasClientAction",
  "hasClientLoader",
  "hasClientMiddleware",
  "hasDefaultExport",
  "hasErrorBoundary",
] as const;

type Entry = { readonly [Flag in (typeof FLAGS)[number]]?: boolean } & {
  readonly id: string;
  readonly parentId?: string;
  readonly path?: string;
  readonly module: string;
  readonly imports?: readonly string[];
  readonly clientActionModule?: string;
};

interface Manifest {
  readonly entry: { readonly imports: readonly string[] };
  readonly routes: Readonly<Record<string, Entry>>;
}

const manifestFile = (await readdir(ASSETS)).find((name) => MANIFEST.test(name));
if (!manifestFile) throw new Error("the build has no manifest of the routes");
const text = await readFile(join(ASSETS, manifestFile), "utf8");
const { entry, routes } = JSON.parse(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1)) as Manifest;

const files: string[] = [];
function numberFile(url: string): number {
  const name = url.replace(/^\/assets\/|\.js$/g, "");
  const existingIndex = files.indexOf(name);
  return existingIndex >= 0 ? existingIndex : files.push(name) - 1;
}

// Files that several routes share get the short numbers.
const counts = new Map<string, number>();
for (const { imports = [] } of Object.values(routes))
  for (const url of imports) if (!entry.imports.includes(url)) counts.set(url, (counts.get(url) ?? 0) + 1);
for (const [url, count] of [...counts].sort(([, a], [, b]) => b - a)) if (count > 1) numberFile(url);

const rows = Object.values(routes).map((route) => {
  if (route.id !== "root" && route.parentId !== "root")
    throw new Error(`${route.id} isn't a child of the root`);
  const name = route.id.replace(/^routes\//, "");
  const module = numberFile(route.module);
  const imports = (route.imports ?? []).filter((url) => !entry.imports.includes(url));
  return [
    // Most files have the same name as their route, which is written as 0.
    files[module]?.slice(0, -HASH_LENGTH) === name ? 0 : name,
    // Most paths are the route's name with slashes, which is written as 1.
    route.path === name.replaceAll("-", "/") ? 1 : (route.path ?? 0),
    FLAGS.reduce((bits, flag, index) => bits | (route[flag] ? 1 << index : 0), 0),
    route.clientActionModule ? numberFile(route.clientActionModule) : -1,
    module,
    // Sorted, because equal sequences compress well.
    ...imports.map(numberFile).sort((a, b) => a - b),
  ];
});

const table = `const files=${JSON.stringify(files.join())}.split(","),at=n=>"/assets/"+files[n]+".js";
window.__reactRouterManifest={routes:Object.fromEntries(${JSON.stringify(rows)}.map(([name,path,flags,action,module,...imports])=>{
const short=name||files[module].slice(0,-${HASH_LENGTH}),isRoot=short==="root",id=isRoot?short:"routes/"+short,route={id,module:at(module),imports:imports.map(at)};
if(!isRoot)route.parentId="root";if(path!==0)route.path=path===1?short.replaceAll("-","/"):path;if(action>=0)route.clientActionModule=at(action);
${JSON.stringify(FLAGS.join())}.split(",").forEach((flag,index)=>{route[flag]=!!(flags>>index&1)});
return[id,route]}))};
`;
await writeFile(join(ASSETS, manifestFile.replace("manifest-", "routes-")), table);
