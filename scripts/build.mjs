/** Plain JavaScript that runs on any supported Node. `npm start` and `npm test` build only if sources have changed. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureInstalled, getProjectEnvironment, getProjectNode, InstallError, run } from "./install.mjs";

const SOURCE_FILES = [
  "package.json",
  "package-lock.json",
  "tsconfig.json",
  "vite.config.ts",
  "vite.program.config.ts",
  "react-router.config.ts",
  "main.ts",
];
const SOURCE_FOLDERS = ["analyzers", "core", "server", "web", "public"];

/** Whether the build matches the sources. */
export function isBuilt(root, sourcesHash = hashSources(root)) {
  const stampFile = join(root, "build", ".built");
  return existsSync(stampFile) && readFileSync(stampFile, "utf8") === sourcesHash;
}

export async function ensureBuilt(root, print) {
  const sourcesHash = hashSources(root);
  if (!isBuilt(root, sourcesHash)) await build(root, print, sourcesHash);
}

async function build(root, print, sourcesHash) {
  const stampFile = join(root, "build", ".built");
  print("Building...");
  const startedAt = Date.now();
  // The stamp is written last, so that an interrupted build doesn't count.
  rmSync(stampFile, { force: true });
  const env = getProjectEnvironment(root, { NODE_ENV: "production" });
  for (const [step, ...args] of [
    ["react-router build", join(root, "node_modules", "@react-router", "dev", "bin.cjs"), "build"],
    ["scripts/write-route-table.ts", join(root, "scripts", "write-route-table.ts")],
    ["scripts/compress-assets.ts", join(root, "scripts", "compress-assets.ts")],
    [
      "vite build",
      join(root, "node_modules", "vite", "bin", "vite.js"),
      "build",
      "--config",
      "vite.program.config.ts",
    ],
  ]) {
    const { code, output } = await run(getProjectNode(root), args, root, env);
    if (code !== 0) {
      console.error(output);
      throw new InstallError(`Could not build: ${step} failed (see its output above).`);
    }
  }
  writeFileSync(stampFile, sourcesHash);
  print(`Built in ${Math.round((Date.now() - startedAt) / 1000)} s.`);
}

/** Hashes the content of the sources, because a checkout or copy changes modification times. */
function hashSources(root) {
  const hash = createHash("sha256");
  const files = [
    ...SOURCE_FILES,
    ...SOURCE_FOLDERS.flatMap((folder) => listFiles(root, folder)),
    "scripts/write-route-table.ts",
    "scripts/compress-assets.ts",
    "scripts/icon-sprite.ts",
    "scripts/illustrations.ts",
  ];
  for (const file of files) {
    if (!existsSync(join(root, file))) continue;
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update("\0");
  }
  return hash.digest("hex");
}

function listFiles(root, folder) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return listFiles(root, path);
      return /\.(test|fixture)\.tsx?$/.test(path) ? [] : [path];
    });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = dirname(dirname(fileURLToPath(import.meta.url)));
  if (process.argv.includes("--help")) {
    console.log("Usage: npm run build\n  Installs missing packages and builds the pages and the server.");
    process.exit();
  }
  try {
    const print = (line) => console.log(line);
    await ensureInstalled(root, print);
    await build(root, print, hashSources(root));
  } catch (error) {
    if (!(error instanceof InstallError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
