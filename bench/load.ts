import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { readCpuTime } from "./cpu-time.ts";

const CONNECTION_COUNT = 32;

export interface LoadResult {
  readonly perSecond: number;
  /** Percentiles of the response times in milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** CPU time of the server process per request in ms, without that of the database. */
  readonly cpuMs: number;
}

export interface ServerProcess {
  readonly url: string;
  readonly pid: number;
}

/** Sends requests over 32 connections for `seconds`. Throws if a request fails or a response isn't 2xx. */
export async function measureLoad(
  { url, pid }: ServerProcess,
  path: string,
  headers: Readonly<Record<string, string>>,
  seconds: number,
): Promise<LoadResult> {
  const headerArgs = Object.entries(headers).flatMap(([name, value]) => ["-H", `${name}=${value}`]);
  const autocannon = fileURLToPath(import.meta.resolve("autocannon"));
  const cpuBefore = readCpuTime(pid);
  const child = spawn(
    process.execPath,
    [autocannon, "--json", "-c", String(CONNECTION_COUNT), "-d", String(seconds), ...headerArgs, url + path],
    { stdio: ["ignore", "pipe", "ignore"] },
  );
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  await new Promise((resolve) => child.once("close", resolve));
  const cpuTime = readCpuTime(pid) - cpuBefore;
  const result = JSON.parse(output) as {
    requests: { total: number };
    latency: { p50: number; p99: number };
    duration: number;
    errors: number;
    non2xx: number;
  };
  if (result.errors > 0 || result.non2xx > 0)
    throw new Error(`${path}: ${result.errors} errors, ${result.non2xx} responses other than 2xx`);
  const { total } = result.requests;
  return {
    perSecond: total / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    cpuMs: cpuTime / total,
  };
}
