import { type ChildProcess, spawn } from "node:child_process";
import { createWriteStream, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const ROOT = join(import.meta.dirname, "..");
/** With this, tests can sign tokens of any age. */
export const JWT_SECRET = "only-for-tests-only-for-tests-only-for-tests";
const START_MS = 120_000;
const STOP_MS = 30_000;

export interface Program {
  readonly url: string;
  /** What the program logged as an error so far, one line each. */
  errors(): string[];
  stop(): Promise<void>;
}

/** Starts the built program on a free port of this machine, with a new embedded database and the demo community. */
export async function startProgram(logFile: string): Promise<Program> {
  const folder = mkdtempSync(join(tmpdir(), "lattice-e2e-"));
  const port = await freePort();
  mkdirSync(dirname(logFile), { recursive: true });
  const log = createWriteStream(logFile);
  // Nothing of the caller's environment but the way to programs: its settings are not ours.
  const child = spawn(process.execPath, [join(ROOT, "main.ts")], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      NODE_ENV: "production",
      PORT: String(port),
      DATA_DIR: join(folder, "data"),
      DEMO: "on",
      AUTH_RATE_LIMITS: "off",
      AUTH_JWT_SECRET: JWT_SECRET,
      LOG_LEVEL: "warn",
    },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  child.stdout?.pipe(log, { end: false });
  child.stderr?.pipe(log, { end: false });
  const stop = async () => {
    await end(child);
    log.end();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    await ready(child);
  } catch (error) {
    await stop();
    throw new Error(`${(error as Error).message}\n${readFileSync(logFile, "utf8")}`);
  }
  return {
    url: `http://127.0.0.1:${port}`,
    errors: () =>
      readFileSync(logFile, "utf8")
        .split("\n")
        .filter((line) => /"level":(?:[56]0|"(?:error|fatal)")/.test(line)),
    stop,
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => (address && typeof address === "object" ? resolve(address.port) : reject(address)));
    });
  });
}

function ready(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("The program was not ready in time:")), START_MS);
    child.once("exit", (code) => reject(new Error(`The program ended with code ${code}:`)));
    child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      if (!/is ready at/.test(text)) return;
      clearTimeout(timer);
      resolve();
    });
  });
}

/** Asks the program to stop; ends it when it does not. */
function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(() => child.kill("SIGKILL"), STOP_MS);
    child.once("exit", () => {
      clearTimeout(timer);
      resolve();
    });
    child.kill("SIGTERM");
  });
}
