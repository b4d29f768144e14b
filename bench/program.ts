import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

export const ROOT = join(import.meta.dirname, "..");
const READY_WITHIN_MS = 60_000;
const STOPPED_WITHIN_MS = 15_000;

/** A request as the program logged it. */
export interface LoggedRequest {
  readonly requestId: string;
  readonly path: string;
  readonly status: number;
  readonly statements: number;
}

export interface Program {
  readonly url: string;
  readonly pid: number;
  /** The requests logged so far. */
  requests(): LoggedRequest[];
  /** What it has written to standard error. */
  errors(): string;
  /** Asks it to end, waits, and removes its folder. */
  stop(): Promise<void>;
}

/** Starts main.ts on a database of the bench, as `npm start` would, and waits until it is ready. */
export async function startProgram(options: {
  databaseUrl: string;
  demo?: boolean;
  nodeArguments?: readonly string[];
}): Promise<Program> {
  const folder = mkdtempSync(join(tmpdir(), "lattice-bench-program-"));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const [stdout, stderr] = [join(folder, "stdout"), join(folder, "stderr")];
  const files = [stdout, stderr].map((file) => openSync(file, "w"));
  // Files, not pipes: reading its log must not cost the measuring process anything meanwhile.
  const child = spawn(process.execPath, [...(options.nodeArguments ?? []), join(ROOT, "main.ts")], {
    cwd: ROOT,
    stdio: ["ignore", ...files] as ["ignore", number, number],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: "production",
      HOST: "127.0.0.1",
      PORT: String(port),
      DATA_DIR: join(folder, "data"),
      DATABASE_URL: options.databaseUrl,
      DEMO: options.demo ? "on" : "off",
      AUTH_RATE_LIMITS: "off",
      LOG_LEVEL: "info",
    },
  });
  for (const file of files) closeSync(file);
  const stop = async () => {
    await endChild(child);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await untilReady(child, url, stderr);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url,
    pid: child.pid as number,
    requests: () => readRequests(stdout),
    errors: () => readFileSync(stderr, "utf8"),
    stop,
  };
}

async function untilReady(child: ChildProcess, url: string, stderr: string): Promise<void> {
  const until = performance.now() + READY_WITHIN_MS;
  while (performance.now() < until) {
    if (child.exitCode !== null) throw new Error(`The program ended: ${readFileSync(stderr, "utf8").trim()}`);
    const ready = await fetch(`${url}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ready) return;
    await sleep(50);
  }
  throw new Error("The program was not ready within a minute.");
}

/** Asks a child to end and waits for it; one that does not is ended. */
export async function endChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  child.kill("SIGTERM");
  const late = setTimeout(() => child.kill("SIGKILL"), STOPPED_WITHIN_MS);
  await ended;
  clearTimeout(late);
}

function readRequests(file: string): LoggedRequest[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line.startsWith("{") && line.includes('"msg":"request"'))
    .map((line) => JSON.parse(line) as LoggedRequest);
}

/** A port that nobody listens on at the moment: the site's own address has to be known before it starts. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}
