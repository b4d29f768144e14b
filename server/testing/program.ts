import { spawn } from "node:child_process";
import { chmodSync, closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const ROOT = join(import.meta.dirname, "..", "..");
const START_MS = 120_000;
const STOP_MS = 30_000;

/** As scripts/start.mjs does it, which runs before there is TypeScript. */
const programNode = import(new URL("../../scripts/program-node.mjs", import.meta.url).href) as Promise<{
  readonly IMPORT_FLAGS: readonly string[];
  readonly PROGRAM_FLAGS: readonly string[];
  programEnvironment(root: string): Record<string, string>;
}>;

/** Node's arguments for a command of ours, as package.json has them. */
export async function commandArguments(script: string): Promise<string[]> {
  return [...(await programNode).IMPORT_FLAGS, join(ROOT, "scripts", script)];
}

/** The built program as its own process, as an operator runs it. */
export interface Program {
  readonly url: string;
  readonly pid: number;
  /** Everything it has written so far. */
  output(): string;
  /** Resolves with the exit code, or null when a signal ended it. */
  readonly ended: Promise<number | null>;
  /** Asks it to stop and waits; ends it when it does not. */
  stop(): Promise<void>;
  /** Ends it at once, as a crash would. */
  kill(): Promise<void>;
}

/**
 * Starts the program and waits until it serves. Rejects with what it wrote when it ends before that. Where the
 * settings name no DATA_DIR it has one of its own, gone when it ends. `nodeArguments` are for Node itself.
 */
export async function startProgram(
  settings: Record<string, string>,
  nodeArguments: readonly string[] = [],
): Promise<Program> {
  const port = settings.PORT ?? String(await freePort());
  const folder = mkdtempSync(join(tmpdir(), "lattice-program-"));
  // As root its PostgreSQL runs as another user, who must be able to pass through.
  chmodSync(folder, 0o711);
  // A file, not pipes: what the program writes costs its starter nothing, which may be measuring.
  const file = join(folder, "output");
  const descriptor = openSync(file, "a");
  const { PROGRAM_FLAGS, programEnvironment } = await programNode;
  const child = spawn(process.execPath, [...PROGRAM_FLAGS, ...nodeArguments, join(ROOT, "main.ts")], {
    cwd: ROOT,
    // Nothing of the caller's environment but the way to programs and to compiled code: its settings are not ours.
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      NODE_ENV: "production",
      ...programEnvironment(ROOT),
      PORT: port,
      DATA_DIR: join(folder, "data"),
      LOG_LEVEL: "warn",
      // Whatever the machine has, unless a test asks for more.
      WORKERS: "1",
      // No test asks the world for news.
      NEWS_POLL_MINUTES: "off",
      ...settings,
    },
    stdio: ["ignore", descriptor, descriptor, "ipc"],
  });
  closeSync(descriptor);
  let written: string | undefined;
  const output = () => written ?? readFileSync(file, "utf8");
  const ended = new Promise<number | null>((resolve) =>
    child.once("exit", (code) => {
      written = output();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
      resolve(code);
    }),
  );
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  const stop = async () => {
    if (!isRunning()) return;
    const timer = setTimeout(() => child.kill("SIGKILL"), STOP_MS);
    child.kill("SIGTERM");
    await ended;
    clearTimeout(timer);
  };

  const until = performance.now() + START_MS;
  while (!output().includes("is ready at")) {
    const problem = !isRunning()
      ? `The program ended with code ${await ended}`
      : performance.now() > until
        ? "The program was not ready in time"
        : undefined;
    if (problem) {
      await stop();
      throw new Error(`${problem}:\n${output()}`);
    }
    await sleep(25);
  }
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    output,
    ended,
    stop,
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}

/** A port that nobody listens on at the moment: the site's own address has to be known before it starts. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => (address && typeof address === "object" ? resolve(address.port) : reject(address)));
    });
  });
}
