/**
 * `npm start`: installs missing packages, builds if the sources have changed, and runs the program. With `--dev`
 * (`npm run dev`), the pages are built on request, and the program restarts when its own code changes.
 */
import { spawn } from "node:child_process";
import { readdirSync, statSync, watch } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureBuilt } from "./build.mjs";
import {
  ensureInstalled,
  getProjectEnvironment,
  getProjectNode,
  InstallError,
  stopWithNpm,
} from "./install.mjs";
import { getProgramEnvironment, IMPORT_FLAGS, PROGRAM_FLAGS } from "./program-node.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const isDevelopment = process.argv.includes("--dev");
const print = (line) => console.log(line);

/** The folders that the program loads itself. In development, Vite loads the pages. */
const WATCHED_FOLDERS = ["analyzers", "core", "server"];
/** Editors and git change several files at a time. */
const RESTART_DELAY_MS = 200;

/** The program; undefined before it is started. */
let child;
let isStopping = false;

try {
  stopWithNpm();
  await ensureInstalled(root, print);
  if (!isDevelopment) await ensureBuilt(root, print);
  forwardSignals();
  await (isDevelopment ? runAndRestart() : runProgram());
} catch (error) {
  if (!(error instanceof InstallError)) throw error;
  console.error(error.message);
  // The watchers would keep the process running.
  process.exit(1);
}

/** Runs the program until it is stopped, and again whenever its code changes. */
async function runAndRestart() {
  let onChange;
  let timer;
  // Recursive watchers lose files that editors replace, so each folder has a watcher of its own.
  for (const folder of WATCHED_FOLDERS.flatMap(listFolders))
    watch(join(root, folder), (_event, name) => {
      if (!/\.(?:ts|sql)$/.test(name ?? "") || /\.(?:test|fixture)\.ts$/.test(name)) return;
      clearTimeout(timer);
      timer = setTimeout(() => onChange(join(folder, name)), RESTART_DELAY_MS);
    }).on("error", (error) => print(`Changes in ${folder} can't be noticed: ${error.message}`));
  for (let isFirstRun = true; !isStopping; isFirstRun = false) {
    let changedFile;
    const change = new Promise((resolve) => {
      onChange = (file) => {
        changedFile ??= file;
        // The program stops as if this process had been killed.
        if (child.connected) child.disconnect();
        resolve();
      };
    });
    await runProgram();
    if (isStopping || (!changedFile && (isFirstRun || process.exitCode === 0))) process.exit();
    // After a change, the program may fail, for example because of a syntax error.
    if (!changedFile) print("Waiting for the next change...");
    await change;
    print(`${changedFile} has changed. Restarting...`);
  }
}

/** Returns a folder and all folders in it. */
function listFolders(folder) {
  const paths = readdirSync(join(root, folder), { recursive: true }).map((path) => join(folder, path));
  return [folder, ...paths.filter((path) => statSync(join(root, path)).isDirectory())];
}

function forwardSignals() {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(signal, () => {
      isStopping = true;
      if (!child || child.exitCode !== null || child.signalCode !== null) process.exit();
      // Ctrl-C already reaches every process in the group.
      if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal === "SIGHUP" ? "SIGTERM" : signal);
    });
  }
}

function runProgram() {
  // Vite uses the packages' development builds for the pages, and the server must use the same ones.
  const flags = isDevelopment ? [...IMPORT_FLAGS, "--conditions=development"] : PROGRAM_FLAGS;
  const file = isDevelopment ? join(root, "main.ts") : join(root, "build", "program", "main.js");
  child = spawn(getProjectNode(root), [...flags, file], {
    cwd: root,
    env: getProjectEnvironment(root, {
      NODE_ENV: isDevelopment ? "development" : "production",
      ...getProgramEnvironment(root),
    }),
    // If this process is killed, the program notices because its IPC channel closes.
    stdio: ["inherit", "inherit", "inherit", "ipc"],
    shell: process.platform === "win32",
  });
  return new Promise((resolve, reject) => {
    child.once("error", (error) => reject(new InstallError(`Could not start the program: ${error.message}`)));
    child.once("exit", (code, signal) => {
      process.exitCode = code ?? (signal === "SIGINT" ? 130 : 143);
      if (child.connected) child.disconnect();
      resolve();
    });
  });
}
