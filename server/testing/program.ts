import { spawn } from "node:child_process";
import { chmodSync, closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const ROOT = join(import.meta.dirname, "..", "..");
const START_TIMEOUT_MS = 120_000;
const STOP_TIMEOUT_MS = 30_000;

/** Shared with scripts/start.mjs, which runs before TypeScript is available. */
const programNode = import(new URL("../../scripts/program-node.mjs", import.meta.url).href) as Promise<{
  readonly IMPORT_FLAGS: readonly string[];
  readonly PROGRAM_FLAGS: readonly string[];
  getProgramEnvironment(root: string): Record<string, string>;
}>;

let checkedBuild: Promise<void> | undefined;

/** Throws an error if the build is outdated, because a test could otherwise pass or fail with old code. */
async function checkBuild(): Promise<void> {
  const { isBuilt } = await import(new URL("../../scripts/build.mjs", import.meta.url).href);
  if (!isBuilt(ROOT)) throw new Error('The build is outdated. Run "npm run build" first.');
}

/** Returns Node's arguments for one of our commands, as in package.json. */
export async function getCommandArguments(script: string): Promise<string[]> {
  return [...(await programNode).IMPORT_FLAGS, join(ROOT, "scripts", script)];
}

export type Program = Awaited<ReturnType<typeof startProgram>>;

/**
 * Resolves when the program is ready; rejects with its output if it exits first or isn't ready in time. DATA_DIR is
 * temporary by default.
 */
export async function startProgram(settings: Record<string, string>, nodeArguments: readonly string[] = []) {
  checkedBuild ??= checkBuild();
  await checkedBuild;
  const port = settings.PORT ?? String(await findFreePort());
  const folder = mkdtempSync(join(tmpdir(), "lattice-program-"));
  // If this process runs as root, PostgreSQL's user must be able to enter the folder.
  chmodSync(folder, 0o711);
  // A file instead of pipes, because reading pipes would use the parent process's CPU time while it measures.
  const file = join(folder, "output");
  const descriptor = openSync(file, "a");
  const { PROGRAM_FLAGS, getProgramEnvironment } = await programNode;
  const main = join(ROOT, "build", "program", "main.js");
  const child = spawn(process.execPath, [...PROGRAM_FLAGS, ...nodeArguments, main], {
    cwd: ROOT,
    // Only the variables for finding programs and compiled code, because the caller's settings must not apply.
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      NODE_ENV: "production",
      ...getProgramEnvironment(ROOT),
      PORT: port,
      DATA_DIR: join(folder, "data"),
      LOG_LEVEL: "warn",
      // The default depends on the machine's cores, so tests use one worker unless they set another number.
      WORKERS: "1",
      // Tests don't fetch real news.
      NEWS_POLL_MINUTES: "off",
      ...settings,
    },
    stdio: ["ignore", descriptor, descriptor, "ipc"],
  });
  closeSync(descriptor);
  let finalOutput: string | undefined;
  const readOutput = () => finalOutput ?? readFileSync(file, "utf8");
  const ended = new Promise<number | null>((resolve) =>
    child.once("exit", (code) => {
      finalOutput = readOutput();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
      resolve(code);
    }),
  );
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  const stop = async () => {
    if (!isRunning()) return;
    const timer = setTimeout(() => child.kill("SIGKILL"), STOP_TIMEOUT_MS);
    child.kill("SIGTERM");
    await ended;
    clearTimeout(timer);
  };

  const deadline = performance.now() + START_TIMEOUT_MS;
  while (!readOutput().includes("is ready at")) {
    const problem = !isRunning()
      ? `The program ended with code ${await ended}`
      : performance.now() > deadline
        ? "The program was not ready in time"
        : undefined;
    if (problem) {
      await stop();
      throw new Error(`${problem}:\n${readOutput()}`);
    }
    await sleep(25);
  }
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    /** Returns the program's output so far. */
    readOutput,
    /** Resolves with the exit code, or null if a signal ended the program. */
    ended,
    stop,
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}

/** Finds an unused port, for tests that must know a server's URL before it starts. */
export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => (address && typeof address === "object" ? resolve(address.port) : reject(address)));
    });
  });
}
