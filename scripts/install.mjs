/**
 * Brings in what the program needs, when it is missing or stale. Plain JavaScript that needs no package and runs
 * on every Node that can read it, because nothing is installed yet when it begins.
 */
import { spawn, spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { delimiter, join } from "node:path";

const OLDEST_NODE = 20;
const bin = process.platform === "win32" ? ".cmd" : "";

/** A sentence for the person at the terminal; print it without a stack. */
export class InstallError extends Error {}

/** The pinned Node of the project. */
export function projectNode(root) {
  return join(root, "node_modules", ".bin", `node${bin}`);
}

/** This process's environment with the project's own programs first. */
export function projectEnvironment(root, changes = {}) {
  return {
    ...process.env,
    ...changes,
    PATH: `${join(root, "node_modules", ".bin")}${delimiter}${process.env.PATH}`,
  };
}

/**
 * Makes node_modules what package-lock.json says. `say` gets a line before and after; nothing when all is well.
 * Throws InstallError.
 */
export async function ensureInstalled(root, say) {
  if (Number.parseInt(process.versions.node, 10) < OLDEST_NODE) {
    throw new InstallError(
      `Lattice needs Node.js ${OLDEST_NODE} or newer, and this is ${process.versions.node}: ` +
        "install a newer one from https://nodejs.org.",
    );
  }
  const reason = staleness(root);
  if (!reason) return;
  say(`Installing the packages (${reason}); this takes a minute or two.`);
  const began = Date.now();
  await runNpmCi(root);
  const still = staleness(root);
  if (still) throw new InstallError(`npm ci ended well, but ${still}: remove node_modules and try again.`);
  say(`Installed in ${Math.round((Date.now() - began) / 1000)} s.`);
}

/** Why node_modules has to be installed, or nothing. npm writes its record of it when it has finished. */
function staleness(root) {
  const wanted = readLock(join(root, "package-lock.json"));
  if (!wanted)
    throw new InstallError(`${join(root, "package-lock.json")} is missing: get the whole repository.`);
  const present = readLock(join(root, "node_modules", ".package-lock.json"));
  if (!present) return "none are there";
  for (const [path, entry] of Object.entries(wanted.packages)) {
    if (path === "") continue;
    const has = present.packages[path];
    // What is only for other platforms is left out.
    if (has ? has.version !== entry.version || has.integrity !== entry.integrity : !entry.optional) {
      return "they changed";
    }
  }
  if (Object.keys(present.packages).some((path) => !(path in wanted.packages))) return "they changed";
  const pinned = wanted.packages["node_modules/node"];
  const node = spawnSync(projectNode(root), ["--version"], { encoding: "utf8", shell: bin !== "" });
  if (node.stdout?.trim() !== `v${pinned.version}`) return "Node.js does not run from there";
  return undefined;
}

function readLock(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return undefined;
  }
}

async function runNpmCi(root) {
  const scratch = isCacheUsable() ? undefined : mkdtempSync(join(tmpdir(), "lattice-npm-"));
  try {
    const [command, ...before] = npmOnPinnedNode(root);
    const { code, output } = await run(
      command,
      // Whatever NODE_ENV or the person's own npm settings say: the build needs them all, and their scripts.
      [
        ...before,
        "ci",
        "--include=dev",
        "--include=optional",
        "--ignore-scripts=false",
        "--no-audit",
        "--no-fund",
      ],
      root,
      environmentForNpm(root, scratch),
    );
    if (code === 0) return;
    console.error(output);
    throw new InstallError(
      /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|network/i.test(output)
        ? "The packages could not be installed: npm cannot reach its registry (above is what it said)."
        : /ENOSPC/.test(output)
          ? "The packages could not be installed: the disk is full."
          : /EACCES|EPERM|EROFS/.test(output)
            ? `The packages could not be installed: ${root} is not writable for this user (above is what npm said).`
            : "The packages could not be installed: npm ci failed (above is what it said).",
    );
  } finally {
    if (scratch) rmSync(scratch, { recursive: true, force: true, maxRetries: 3 });
  }
}

/**
 * npm, on the project's Node where the machine's is older: npm leaves out optional packages that ask for a newer Node
 * than it runs on, and what was built for this platform is such a package.
 */
function npmOnPinnedNode(root) {
  const { version } = readLock(join(root, "package-lock.json")).packages["node_modules/node"];
  if (Number.parseInt(process.versions.node, 10) >= Number.parseInt(version, 10)) return ["npm"];
  return ["npx", "--yes", "--ignore-scripts=false", "--package", `node@${version}`, "--", "npm"];
}

/** npm keeps its downloads and logs at home; an account may have no home, or one that it cannot write. */
function isCacheUsable() {
  let cache = process.env.npm_config_cache;
  if (!cache) {
    const home = process.env.HOME === "" ? "" : homedir();
    if (!home || !existsSync(home)) return false;
    cache = join(home, process.platform === "win32" ? "AppData/Local/npm-cache" : ".npm");
  }
  try {
    mkdirSync(cache, { recursive: true });
    const inside = existsSync(join(cache, "_cacache")) ? join(cache, "_cacache") : cache;
    accessSync(inside, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function environmentForNpm(root, scratch) {
  // The machine's npm on the machine's Node: the project's own is about to be replaced.
  const own = join(root, "node_modules");
  const path = (process.env.PATH ?? "")
    .split(delimiter)
    .filter((folder) => !folder.startsWith(own))
    .join(delimiter);
  const env = { ...process.env, PATH: path };
  if (scratch) Object.assign(env, { HOME: scratch, npm_config_cache: join(scratch, "cache") });
  return env;
}

/** Runs a program to its end, keeping what it prints. A signal to this process ends it first. */
export function run(program, args, cwd, env) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"], shell: bin !== "" });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text) => {
        output += text;
      });
    }
    let stoppedBy = "";
    const stop = (signal) => {
      stoppedBy = signal;
      child.kill("SIGTERM");
    };
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, stop);
    child.once("error", (error) =>
      reject(
        error.code === "ENOENT"
          ? new InstallError(
              `${program} was not found: install it (npm comes with Node.js, https://nodejs.org).`,
            )
          : error,
      ),
    );
    child.once("close", (code) => {
      for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.off(signal, stop);
      if (stoppedBy) reject(new InstallError(`Stopped by ${stoppedBy}.`));
      else resolve({ code, output });
    });
  });
}

/** npm and its shell exit on SIGTERM without passing it on; then this process has to end too. */
export function stopWithNpm() {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const check = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(check);
    process.kill(process.pid, "SIGTERM");
  }, 500);
  check.unref();
}
