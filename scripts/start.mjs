/**
 * `npm start`: installs what is missing, builds what is older than its sources, and runs the program. With
 * `--dev` (`npm run dev`) the pages are built as they are asked for.
 */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureInstalled, InstallError, projectEnvironment, projectNode, run } from "./install.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const isDevelopment = process.argv.includes("--dev");
const say = (line) => console.log(line);

/** What the built pages are made of. The server is not among it: the pages know it by its types only. */
const SOURCES = ["package-lock.json", "tsconfig.json", "vite.config.ts", "react-router.config.ts"];
const SOURCE_FOLDERS = ["core", "web", "public"];
const STAMP = join(root, "build", ".built");

try {
  stopWithNpm();
  await ensureInstalled(root, say);
  if (!isDevelopment) await ensureBuilt();
  await runProgram();
} catch (error) {
  if (!(error instanceof InstallError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

async function ensureBuilt() {
  const wanted = hashSources();
  if (existsSync(STAMP) && readFileSync(STAMP, "utf8") === wanted) return;
  say("Building the pages.");
  const began = Date.now();
  // Written last: a build that is stopped half-way is no build.
  rmSync(STAMP, { force: true });
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
  writeFileSync(STAMP, wanted);
  say(`Built in ${Math.round((Date.now() - began) / 1000)} s.`);
}

/** By content, not by time: a checkout or a copy changes every time and no content. */
function hashSources() {
  const hash = createHash("sha256");
  for (const file of [...SOURCES, ...SOURCE_FOLDERS.flatMap(filesBelow), "scripts/compress-assets.ts"]) {
    if (!existsSync(join(root, file))) continue;
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update("\0");
  }
  return hash.digest("hex");
}

function filesBelow(folder) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return filesBelow(path);
      return /\.test\.tsx?$/.test(path) ? [] : [path];
    });
}

function runProgram() {
  const child = spawn(projectNode(root), [join(root, "main.ts")], {
    cwd: root,
    env: projectEnvironment(root, { NODE_ENV: isDevelopment ? "development" : "production" }),
    // The channel is how the program learns that this process was killed and cannot tell it any more.
    stdio: ["inherit", "inherit", "inherit", "ipc"],
    shell: process.platform === "win32",
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(signal, () => {
      // A Ctrl-C reaches the whole group, the program too.
      if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal === "SIGHUP" ? "SIGTERM" : signal);
    });
  }
  return new Promise((resolve, reject) => {
    child.once("error", (error) =>
      reject(new InstallError(`The program could not be started: ${error.message}`)),
    );
    child.once("exit", (code, signal) => {
      process.exitCode = code ?? (signal === "SIGINT" ? 130 : 143);
      if (child.connected) child.disconnect();
      resolve();
    });
  });
}

/** A SIGTERM to npm ends npm and its shell without a word to us; then this has to end as well. */
function stopWithNpm() {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const check = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(check);
    process.kill(process.pid, "SIGTERM");
  }, 500);
  check.unref();
}
