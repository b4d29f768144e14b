/**
 * Plain JavaScript that imports no packages and runs on any supported Node, because it must work before anything is
 * installed.
 */
import { spawn, spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { delimiter, join } from "node:path";

const MIN_NODE_VERSION = 20;
const binSuffix = process.platform === "win32" ? ".cmd" : "";

/** The message is for the person at the terminal. Print it without the stack trace. */
export class InstallError extends Error {}

/** Returns the path of the project's pinned Node. */
export function getProjectNode(root) {
  return join(root, "node_modules", ".bin", `node${binSuffix}`);
}

/** Returns this process's environment with the project's binaries first in PATH. */
export function getProjectEnvironment(root, changes = {}) {
  return {
    ...process.env,
    ...changes,
    PATH: `${join(root, "node_modules", ".bin")}${delimiter}${process.env.PATH}`,
  };
}

/** Makes node_modules match package-lock.json. Throws InstallError. */
export async function ensureInstalled(root, print) {
  if (Number.parseInt(process.versions.node, 10) < MIN_NODE_VERSION) {
    throw new InstallError(
      `Lattice needs Node.js ${MIN_NODE_VERSION} or newer, but this is ${process.versions.node}. ` +
        "Install a newer version from https://nodejs.org.",
    );
  }
  const reason = findInstallReason(root);
  if (!reason) return;
  print(`Installing packages (${reason}). This takes a minute or two.`);
  const startedAt = Date.now();
  await runNpmCi(root);
  const remainingReason = findInstallReason(root);
  if (remainingReason)
    throw new InstallError(
      `npm ci succeeded, but packages still need to be installed: ${remainingReason}. Delete node_modules and try again.`,
    );
  print(`Installed in ${Math.round((Date.now() - startedAt) / 1000)} s.`);
}

/** Returns why packages must be installed, or undefined. npm writes node_modules/.package-lock.json last. */
export function findInstallReason(root) {
  const lock = readLock(join(root, "package-lock.json"));
  if (!lock)
    throw new InstallError(
      `${join(root, "package-lock.json")} is missing. Check out the complete repository.`,
    );
  const installedLock = readLock(join(root, "node_modules", ".package-lock.json"));
  if (!installedLock) return "none are installed";
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (path === "") continue;
    const installedPackage = installedLock.packages[path];
    if (!installedPackage) {
      // npm skips optional packages for other platforms, but also those that require a newer Node than its own.
      if (!entry.optional) return "the lock file has changed";
      if (isForThisPlatform(entry)) return `${path} is missing`;
    } else if (installedPackage.version !== entry.version || installedPackage.integrity !== entry.integrity) {
      return "the lock file has changed";
    }
  }
  if (Object.keys(installedLock.packages).some((path) => !(path in lock.packages)))
    return "the lock file has changed";
  const pinnedNode = lock.packages["node_modules/node"];
  const node = spawnSync(getProjectNode(root), ["--version"], { encoding: "utf8", shell: binSuffix !== "" });
  if (node.stdout?.trim() !== `v${pinnedNode.version}`) return "the pinned Node.js doesn't run";
  return undefined;
}

/** Whether a package from the lock file was built for this operating system, processor and C library. */
function isForThisPlatform({ os, cpu, libc }) {
  if (!os?.includes(process.platform) || !cpu?.includes(process.arch)) return false;
  if (!libc) return true;
  process.report.excludeNetwork = true;
  return libc.includes(process.report.getReport().header.glibcVersionRuntime ? "glibc" : "musl");
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
    const environment = getNpmEnvironment(root, scratch);
    const [command, ...npmPrefix] = getNpmCommand(root, environment);
    const { code, output } = await run(
      command,
      // Regardless of NODE_ENV and the user's npm settings, the build needs all packages and their install scripts.
      [
        ...npmPrefix,
        "ci",
        "--include=dev",
        "--include=optional",
        "--ignore-scripts=false",
        "--no-audit",
        "--no-fund",
      ],
      root,
      environment,
    );
    if (code === 0) return;
    console.error(output);
    throw new InstallError(
      /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|network/i.test(output)
        ? "Could not install the packages: npm can't reach its registry (see its output above)."
        : /ENOSPC/.test(output)
          ? "Could not install the packages: the disk is full."
          : /EACCES|EPERM|EROFS/.test(output)
            ? `Could not install the packages: you don't have permission to write to ${root} (see npm's output above).`
            : "Could not install the packages: npm ci failed (see its output above).",
    );
  } finally {
    if (scratch) rmSync(scratch, { recursive: true, force: true, maxRetries: 3 });
  }
}

/**
 * Returns how to run npm. npm skips optional packages that require a newer Node than the one it runs on. Our
 * platform-specific packages are optional, so if the machine's Node has an older major version than the pinned Node,
 * npx downloads the pinned version and runs npm on it.
 */
export function getNpmCommand(root, environment) {
  const { version } = readLock(join(root, "package-lock.json")).packages["node_modules/node"];
  const node = spawnSync("node", ["--version"], {
    env: environment,
    encoding: "utf8",
    shell: binSuffix !== "",
  });
  if (Number.parseInt(node.stdout?.slice(1), 10) >= Number.parseInt(version, 10)) return ["npm"];
  return ["npx", "--yes", "--ignore-scripts=false", "--package", `node@${version}`, "--", "npm"];
}

/**
 * Whether npm's cache can be used. By default, it is in the home folder, which an account may not have or may not be
 * able to write to.
 */
function isCacheUsable() {
  let cache = process.env.npm_config_cache;
  if (!cache) {
    const home = process.env.HOME === "" ? "" : homedir();
    if (!home || !existsSync(home)) return false;
    cache = join(home, process.platform === "win32" ? "AppData/Local/npm-cache" : ".npm");
  }
  try {
    mkdirSync(cache, { recursive: true });
    const checkedFolder = existsSync(join(cache, "_cacache")) ? join(cache, "_cacache") : cache;
    accessSync(checkedFolder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

export function getNpmEnvironment(root, scratch) {
  // Use the machine's npm and Node, because the project's are about to be replaced.
  const projectModules = join(root, "node_modules");
  const path = (process.env.PATH ?? "")
    .split(delimiter)
    .filter((folder) => !folder.startsWith(projectModules))
    .join(delimiter);
  const env = { ...process.env, PATH: path };
  if (scratch) Object.assign(env, { HOME: scratch, npm_config_cache: join(scratch, "cache") });
  return env;
}

/** Runs a program until it exits and collects its output. A signal to this process stops the program first. */
export function run(program, args, cwd, env) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd,
      env,
      stdio: ["ignore", "pipe", "pipe"],
      shell: binSuffix !== "",
    });
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
              `${program} was not found. Install it (npm comes with Node.js, https://nodejs.org).`,
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

/**
 * npm and its shell exit on SIGTERM without forwarding it, so this process must notice and exit too. If only npm is
 * killed, the shell continues to wait for this process, so the shell's parent is checked as well.
 */
export function stopWithNpm() {
  if (!process.env.npm_lifecycle_event) return;
  const shellPid = process.ppid;
  const npmPid = readParentPid(shellPid);
  const check = setInterval(() => {
    if (process.ppid === shellPid && readParentPid(shellPid) === npmPid) return;
    clearInterval(check);
    process.kill(process.pid, "SIGTERM");
  }, 500);
  check.unref();
}

/** Returns the PID of a process's parent; undefined without /proc. */
function readParentPid(pid) {
  try {
    return /\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, "utf8"))?.[1];
  } catch {
    return undefined;
  }
}
