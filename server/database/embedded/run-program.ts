import { type ChildProcess, spawn } from "node:child_process";
import type { Account } from "./account.ts";
import { EmbeddedPostgresError } from "./errors.ts";

/** Starts a program with a minimal environment, because variables such as PGHOST or LANG could affect it. */
export function spawnProgram(
  program: string,
  args: string[],
  account: Account,
  options: { output: "pipe" | number; hasOwnGroup: boolean },
): Promise<ChildProcess> {
  const child = spawn(program, args, {
    ...account,
    // `account` might not have access to our working directory. Windows programs need the Windows environment.
    ...(process.platform !== "win32" && {
      cwd: "/",
      env: { PATH: "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" },
    }),
    stdio: ["ignore", options.output, options.output],
    detached: options.hasOwnGroup,
    windowsHide: true,
  });
  // If the program is still running when this process exits, asks it to shut down. An exit handler can't wait for it.
  const onExit = () => child.kill("SIGINT");
  process.once("exit", onExit);
  child.once("exit", () => process.off("exit", onExit));
  return new Promise((resolve, reject) => {
    child.once("spawn", () => resolve(child));
    child.once("error", (error: NodeJS.ErrnoException) => reject(explainSpawnError(error, program)));
  });
}

/** Runs a program until it exits. `output` is what it printed. */
export async function runProgram(program: string, args: string[], account: Account) {
  const child = await spawnProgram(program, args, account, { output: "pipe", hasOwnGroup: false });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  const code = await new Promise((resolve) => child.once("close", (status) => resolve(status)));
  return { ok: code === 0, output };
}

function explainSpawnError(error: NodeJS.ErrnoException, program: string): EmbeddedPostgresError {
  const reason =
    error.code === "ENOENT"
      ? "it needs glibc, which this system lacks"
      : error.code === "EACCES"
        ? "it can't be executed (is the disk mounted with noexec?)"
        : error.message;
  return new EmbeddedPostgresError(
    `PostgreSQL can't run on this machine (${program}: ${reason}). Set DATABASE_URL to your own PostgreSQL.`,
    { cause: error },
  );
}
