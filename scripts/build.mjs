/**
 * Builds the pages. `npm run build` does so whatever there is; `npm start` and `npm test` call it right after the
 * packages are in, and only what changed since the last build is built. Plain JavaScript that runs on every Node that
 * can read it.
 */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { InstallError, projectEnvironment, projectNode, run } from "./install.mjs";

/** What the built pages are made of. The server is not among it: the pages know it by its types only. */
const SOURCES = ["package-lock.json", "tsconfig.json", "vite.config.ts", "react-router.config.ts"];
const SOURCE_FOLDERS = ["core", "web", "public"];

/** `say` gets a line before and after; nothing when the build is fresh. Throws InstallError. */
export async function ensureBuilt(root, say) {
  const stamp = join(root, "build", ".built");
  const wanted = hashSources(root);
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  await build(root, say, wanted);
}

/** Leaves a stamp of what was built, by which a start knows that nothing changed since. */
async function build(root, say, wanted) {
  const stamp = join(root, "build", ".built");
  say("Building the pages.");
  const began = Date.now();
  // Written last: a build that is stopped half-way is no build.
  rmSync(stamp, { force: true });
  const env = projectEnvironment(root, { NODE_ENV: "production" });
  for (const [what, ...args] of [
    ["react-router build", join(root, "node_modules", "@react-router", "dev", "bin.cjs"), "build"],
    ["scripts/compress-assets.ts", join(root, "scripts", "compress-assets.ts")],
  ]) {
    const { code, output } = await run(projectNode(root), args, root, env);
    if (code !== 0) {
      console.error(output);
      throw new InstallError(`The pages could not be built: ${what} failed (above is what it said).`);
    }
  }
  writeFileSync(stamp, wanted);
  say(`Built in ${Math.round((Date.now() - began) / 1000)} s.`);
}

/** By content, not by time: a checkout or a copy changes every time and no content. */
function hashSources(root) {
  const hash = createHash("sha256");
  const files = [
    ...SOURCES,
    ...SOURCE_FOLDERS.flatMap((folder) => filesBelow(root, folder)),
    "scripts/compress-assets.ts",
    "scripts/icon-sprite.ts",
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

function filesBelow(root, folder) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return filesBelow(root, path);
      return /\.test\.tsx?$/.test(path) ? [] : [path];
    });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = dirname(dirname(fileURLToPath(import.meta.url)));
  try {
    await build(root, (line) => console.log(line), hashSources(root));
  } catch (error) {
    if (!(error instanceof InstallError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
