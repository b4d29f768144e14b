import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { matchRoutes } from "react-router";
import { isMembersOnly } from "#web/session/is-members-only.ts";

/**
 * Writes build/client/assets/routes-*.js and all-routes-*.js: React Router's manifest at three quarters of its size,
 * for web/router. These tables number the files, leave out those that every page loads, and set
 * `__reactRouterManifest`. The first is for visitors: it has no pages that require signing in.
 */

const WEB = join(import.meta.dirname, "..", "web");
const ASSETS = join(WEB, "..", "build", "client", "assets");
/** Length of the hyphen and hash at the end of a file's name. vite.config.ts sets the length of the hash. */
const HASH_SUFFIX_LENGTH = 8;
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

type Route = { readonly [Flag in (typeof FLAGS)[number]]?: boolean } & {
  readonly id: string;
  readonly parentId?: string;
  readonly path?: string;
  readonly module: string;
  readonly imports?: readonly string[];
  readonly clientActionModule?: string;
};

interface Manifest {
  readonly entry: { readonly imports: readonly string[] };
  readonly routes: Readonly<Record<string, Route>>;
}

const manifestName = (await readdir(ASSETS)).find((name) => MANIFEST.test(name)) ?? "";
if (!manifestName) throw new Error("the build has no manifest of the routes");
const text = await readFile(join(ASSETS, manifestName), "utf8");
const { entry, routes } = JSON.parse(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1)) as Manifest;

const allRoutes = Object.values(routes);
const isGuarded = ({ path = "" }: Route) => isMembersOnly(`/${path}`);
const unguardedRoutes = allRoutes.filter((route) => !isGuarded(route));
for (const route of allRoutes) {
  const { id, parentId, path = "" } = route;
  if (id !== "root" && parentId !== "root") throw new Error(`${id} isn't a child of the root`);
  // A visitor's page looks up a path in the second table only if nothing in the first matches.
  const hidingId = isGuarded(route) && findMatchingId(unguardedRoutes, path);
  if (hidingId) throw new Error(`${hidingId} hides ${id} from visitors' pages`);
}
await writeTable("routes-", unguardedRoutes);
await writeTable("all-routes-", allRoutes);

function findMatchingId(searchedRoutes: readonly Route[], path: string): string | undefined {
  const candidates = searchedRoutes.flatMap((route) =>
    route.path && route.path !== "*" ? [{ id: route.id, path: route.path }] : [],
  );
  return matchRoutes(candidates, `/${path}`)?.[0]?.route.id;
}

async function writeTable(prefix: string, tableRoutes: readonly Route[]): Promise<void> {
  const files: string[] = [];
  const numberFile = (url: string): number => {
    const name = url.replace(/^\/assets\/|\.js$/g, "");
    const existingIndex = files.indexOf(name);
    return existingIndex >= 0 ? existingIndex : files.push(name) - 1;
  };

  // Files that several routes share get the shortest numbers.
  const counts = new Map<string, number>();
  for (const { imports = [] } of tableRoutes)
    for (const url of imports) if (!entry.imports.includes(url)) counts.set(url, (counts.get(url) ?? 0) + 1);
  for (const [url, count] of [...counts].sort(([, a], [, b]) => b - a)) if (count > 1) numberFile(url);

  const rows = tableRoutes.map((route) => {
    const name = route.id.replace(/^routes\//, "");
    const module = numberFile(route.module);
    const imports = (route.imports ?? []).filter((url) => !entry.imports.includes(url));
    return [
      // 0 if the file has the same name as its route, as most files do.
      files[module]?.slice(0, -HASH_SUFFIX_LENGTH) === name ? 0 : name,
      // 1 if the path is the route's name with slashes, as most are; 0 if the route has no path.
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
const short=name||files[module].slice(0,-${HASH_SUFFIX_LENGTH}),isRoot=short==="root",id=isRoot?short:"routes/"+short,route={id,module:at(module),imports:imports.map(at)};
if(!isRoot)route.parentId="root";if(path!==0)route.path=path===1?short.replaceAll("-","/"):path;if(action>=0)route.clientActionModule=at(action);
${JSON.stringify(FLAGS.join())}.split(",").forEach((flag,index)=>{route[flag]=!!(flags>>index&1)});
return[id,route]}))};
`;
  await writeFile(join(ASSETS, manifestName.replace("manifest-", prefix)), table);
}
