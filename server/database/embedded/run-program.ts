import { type ChildProcess, spawn } from "node:child_process";
import type { Account } from "./account.ts";
import { EmbeddedPostgresError } from "./errors.ts";

/**
 * Starts a PostgreSQL program as `account` with nothing of our environment: a PGHOST, a LANG or an
 * LD_LIBRARY_PATH meant for something else must not change what it does.
 */
export function spawnProgram(
  program: string,
  args: string[],
  account: Account,
  options: { output: "pipe" | number; ownGroup: boolean },
): Promise<ChildProcess> {
  const child = spawn(program, args, {
    ...account,
    // Our own folder may be closed to the other user. Windows' programs need Windows' environment.
    ...(process.platform !== "win32" && {
      cwd: "/",
      env: { PATH: "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" },
    }),
    stdio: ["ignore", options.output, options.output],
    detached: options.ownGroup,
    windowsHide: true,
  });
  // A program of ours that ends without stop() still asks its server to end; it cannot wait for it any more.
  const onExit = () => child.kill("SIGINT");
  process.once("exit", onExit);
  child.once("exit", () => process.off("exit", onExit));
  return new Promise((resolve, reject) => {
    child.once("spawn", () => resolve(child));
    child.once("error", (error: NodeJS.ErrnoException) => reject(explainSpawn(error, program)));
  });
}

/** Runs a program to its end. `output` is what it printed. */
export async function runProgram(
  program: string,
  args: string[],
  account: Account,
): Promise<{ ok: boolean; output: string }> {
  const child = await spawnProgram(program, args, account, { output: "pipe", ownGroup: false });
  let output = "";
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  const code = await new Promise((resolve) => child.once("close", (status) => resolve(status)));
  return { ok: code === 0, output };
}

function explainSpawn(error: NodeJS.ErrnoException, program: string): EmbeddedPostgresError {
  const reason =
    error.code === "ENOENT"
      ? "this system lacks the loader (glibc) that it was built for"
      : error.code === "EACCES"
        ? "it may not be executed (is the disk mounted noexec?)"
        : error.message;
  return new EmbeddedPostgresError(
    `PostgreSQL cannot run on this machine: ${program}: ${reason}; set DATABASE_URL to a PostgreSQL of your own.`,
    { cause: error },
  );
}
