import { type ChildProcess, spawn } from "node:child_process";
import { createServer } from "node:net";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..", "..");
const START_MS = 120_000;
const STOP_MS = 30_000;

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

/** Starts the program and waits until it serves. Rejects with what it wrote when it ends before that. */
export async function startProgram(settings: Record<string, string>): Promise<Program> {
  const port = settings.PORT ?? String(await freePort());
  // Nothing of the caller's environment but the way to programs: its settings are not ours.
  const child = spawn(process.execPath, [join(ROOT, "main.ts")], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, NODE_ENV: "production", PORT: port, LOG_LEVEL: "warn", ...settings },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  let output = "";
  const heard = (text: string) => {
    output += text;
  };
  child.stdout?.setEncoding("utf8").on("data", heard);
  child.stderr?.setEncoding("utf8").on("data", heard);
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));

  try {
    await ready(child, () => output);
  } catch (error) {
    await end(child, ended);
    throw new Error(`${(error as Error).message}\n${output}`);
  }
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    output: () => output,
    ended,
    stop: () => end(child, ended),
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => (address && typeof address === "object" ? resolve(address.port) : reject(address)));
    });
  });
}

function ready(child: ChildProcess, output: () => string): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("The program was not ready in time:")), START_MS);
    child.once("exit", (code) => {
      clearTimeout(timer);
      reject(new Error(`The program ended with code ${code}:`));
    });
    child.stdout?.on("data", () => {
      if (!output().includes("is ready at")) return;
      clearTimeout(timer);
      resolve();
    });
  });
}

async function end(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const timer = setTimeout(() => child.kill("SIGKILL"), STOP_MS);
  child.kill("SIGTERM");
  await ended;
  clearTimeout(timer);
}
