/**
 * `npm start`: installs missing packages, builds if the sources have changed, and runs the program. With `--dev`
 * (`npm run dev`), the pages are built on request.
 */
import { spawn } from "node:child_process";
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

try {
  stopWithNpm();
  await ensureInstalled(root, print);
  if (!isDevelopment) await ensureBuilt(root, print);
  await runProgram();
} catch (error) {
  if (!(error instanceof InstallError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

function runProgram() {
  // Vite uses the packages' development builds for the pages, and the server must use the same ones.
  const flags = isDevelopment ? [...IMPORT_FLAGS, "--conditions=development"] : PROGRAM_FLAGS;
  const file = isDevelopment ? join(root, "main.ts") : join(root, "build", "program", "main.js");
  const child = spawn(getProjectNode(root), [...flags, file], {
    cwd: root,
    env: getProjectEnvironment(root, {
      NODE_ENV: isDevelopment ? "development" : "production",
      ...getProgramEnvironment(root),
    }),
    // If this process is killed, the program notices because its IPC channel closes.
    stdio: ["inherit", "inherit", "inherit", "ipc"],
    shell: process.platform === "win32",
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(signal, () => {
      // Ctrl-C already reaches every process in the group.
      if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal === "SIGHUP" ? "SIGTERM" : signal);
    });
  }
  return new Promise((resolve, reject) => {
    child.once("error", (error) => reject(new InstallError(`Could not start the program: ${error.message}`)));
    child.once("exit", (code, signal) => {
      process.exitCode = code ?? (signal === "SIGINT" ? 130 : 143);
      if (child.connected) child.disconnect();
      resolve();
    });
  });
}
