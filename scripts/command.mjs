/**
 * Runs a command that may be the first one run on a new machine. Installs packages only if there are none, because
 * an instance may be running from an existing installation.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureInstalled, getProjectEnvironment, getProjectNode, InstallError } from "./install.mjs";
import { IMPORT_FLAGS } from "./program-node.mjs";

const [name, ...args] = process.argv.slice(2);
const root = dirname(dirname(fileURLToPath(import.meta.url)));

try {
  if (!existsSync(getProjectNode(root))) await ensureInstalled(root, (line) => console.log(line));
  const { status, error } = spawnSync(
    getProjectNode(root),
    [...IMPORT_FLAGS, join(root, "scripts", `${name}.ts`), ...args],
    { env: getProjectEnvironment(root), stdio: "inherit", shell: process.platform === "win32" },
  );
  if (error) throw new InstallError(`Could not start the command: ${error.message}`);
  process.exitCode = status ?? 1;
} catch (error) {
  if (!(error instanceof InstallError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
