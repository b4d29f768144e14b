import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { RecordedAnswer } from "./bare-server.ts";
import type { Bench } from "./bench.ts";
import { type Figure, median, type PartResult } from "./figure.ts";
import { signUpMember } from "./member.ts";
import { processorTime } from "./processor-time.ts";
import { profileProgram } from "./profile-program.ts";
import { startMeasuredProgram } from "./program.ts";
import { publicPages } from "./public-pages.ts";

const SERVERS = ["bare", "hono", "ours"] as const;
type Server = (typeof SERVERS)[number];
const CONNECTIONS = 10;

/** One page asked for in one way. */
interface Target {
  readonly name: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Where the bare servers keep the recorded answer. */
  readonly recordedAt: string;
  readonly bytes: number;
  readonly perSecond: Record<Server, number[]>;
  /** Milliseconds of processor that the server's process took for one request; without the database's own. */
  readonly processorMs: Record<Server, number[]>;
}

interface Address {
  readonly url: string;
  readonly pid: number;
}

/**
 * Requests per second for the list and the detail page beside servers that only send the same bytes, in turns within
 * one run; the load comes from a process of its own. The demo community, ten connections.
 */
export async function measureRequests(bench: Bench): Promise<PartResult> {
  const databaseUrl = await bench.databases.create(0);
  const program = await startMeasuredProgram({
    databaseUrl,
    demo: true,
    nodeArguments: bench.profile ? ["--inspect=127.0.0.1:0"] : [],
  });
  bench.later(program.stop);
  const member = await signUpMember(program.url);
  const pages = (await publicPages(databaseUrl)).filter(({ name }) => name === "forum" || name === "post");

  const answers: Record<string, RecordedAnswer> = {};
  const targets: Target[] = [];
  for (const page of pages) {
    for (const [asker, cookie] of [
      ["visitor", ""],
      ["member", member],
    ] as const) {
      for (const encoding of ["identity", "br"] as const) {
        const headers = {
          ...(cookie ? { Cookie: cookie } : {}),
          ...(encoding === "br" ? { "Accept-Encoding": "gzip, deflate, br" } : {}),
        };
        const answer = await record(program.url + page.path, headers);
        const recordedAt = `/${targets.length}`;
        answers[recordedAt] = answer;
        targets.push({
          name: `${page.name}, ${asker}, ${answer.headers["content-encoding"] ?? "not compressed"}`,
          path: page.path,
          headers,
          recordedAt,
          bytes: Buffer.from(answer.body, "base64").length,
          perSecond: { bare: [], hono: [], ours: [] },
          processorMs: { bare: [], hono: [], ours: [] },
        });
      }
    }
  }
  await measureRounds(bench, targets, { ...(await startBareServers(bench, answers)), ours: program });
  const functions = bench.profile
    ? await profileProgram(program, targets.filter(isOrdinary), (target) =>
        load(program.url + target.path, target.headers, 5),
      )
    : [];
  return { figures: [...targets.map(figureOf), ...functions], details: targets.map(withoutCookie) };
}

/** The way most requests come: from a visitor's browser, which takes compressed answers. */
const isOrdinary = ({ headers }: Target) =>
  headers["Accept-Encoding"] !== undefined && headers.Cookie === undefined;

async function measureRounds(
  bench: Bench,
  targets: readonly Target[],
  servers: Readonly<Record<Server, Address>>,
): Promise<void> {
  const [rounds, seconds] = bench.quick ? [1, 2] : [5, 4];
  for (let round = 0; round <= rounds; round += 1) {
    const isWarmUp = round === 0;
    bench.say(`Requests: ${isWarmUp ? "warming up" : `round ${round} of ${rounds}`}`);
    for (const target of targets) {
      for (const server of SERVERS) {
        const path = server === "ours" ? target.path : target.recordedAt;
        const { url, pid } = servers[server];
        const before = processorTime(pid);
        const { requests, perSecond } = await load(url + path, target.headers, isWarmUp ? 1 : seconds);
        if (isWarmUp) continue;
        target.perSecond[server].push(perSecond);
        target.processorMs[server].push((processorTime(pid) - before) / requests);
      }
    }
  }
}

function figureOf({ name, bytes, perSecond, processorMs }: Target): Figure {
  const of = (values: Record<Server, number[]>, server: Server) => median(values[server]);
  const times = (server: Server) => `${(of(perSecond, server) / of(perSecond, "ours")).toFixed(1)} times`;
  const processor = (server: Server) => `${of(processorMs, server).toFixed(2)} ms`;
  return {
    what: name,
    measured:
      `${rate(of(perSecond, "ours"))}; bare Node ${rate(of(perSecond, "bare"))} (${times("bare")}), ` +
      `bare Hono ${rate(of(perSecond, "hono"))} (${times("hono")}); processor for one ` +
      `${processor("ours")}, ${processor("bare")}, ${processor("hono")}; ${(bytes / 1000).toFixed(1)} kB`,
  };
}

const rate = (perSecond: number) => `${perSecond.toFixed(perSecond < 100 ? 1 : 0)}/s`;

const withoutCookie = ({ headers: { Cookie, ...headers }, ...target }: Target) => ({
  ...target,
  headers: { ...headers, ...(Cookie ? { Cookie: "(a member's)" } : {}) },
});

/** The answer with the bytes as sent: fetch would take them out of their compression. */
function record(url: string, headers: Readonly<Record<string, string>>): Promise<RecordedAnswer> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.once("error", reject);
      response.once("end", () => {
        if (response.statusCode !== 200) return reject(new Error(`${url} answered ${response.statusCode}`));
        const {
          date: _,
          connection: _c,
          "keep-alive": _k,
          "transfer-encoding": _t,
          ...kept
        } = response.headers;
        const sent = Object.entries(kept).filter(
          (entry): entry is [string, string] => typeof entry[1] === "string",
        );
        resolve({
          status: 200,
          headers: Object.fromEntries(sent),
          body: Buffer.concat(chunks).toString("base64"),
        });
      });
    });
    asked.once("error", reject);
    asked.end();
  });
}

async function startBareServers(bench: Bench, answers: Readonly<Record<string, RecordedAnswer>>) {
  const folder = mkdtempSync(join(tmpdir(), "lattice-bench-answers-"));
  bench.later(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "answers.json");
  writeFileSync(file, JSON.stringify(answers));
  const start = async (kind: "node" | "hono") => {
    const script = fileURLToPath(new URL("./bare-server.ts", import.meta.url));
    const child = spawn(process.execPath, [script, kind, file], { stdio: ["pipe", "pipe", "inherit"] });
    bench.later(() => void child.kill());
    const port = await new Promise<string>((resolve, reject) => {
      child.stdout.setEncoding("utf8").once("data", (text: string) => resolve(text.trim()));
      child.once("exit", () => reject(new Error("A bare server ended.")));
    });
    return { url: `http://127.0.0.1:${port}`, pid: child.pid as number };
  };
  return { bare: await start("node"), hono: await start("hono") };
}

/** What ten connections get answered. Throws when an answer is not 200. */
async function load(
  url: string,
  headers: Readonly<Record<string, string>>,
  seconds: number,
): Promise<{ requests: number; perSecond: number }> {
  const given = Object.entries(headers).flatMap(([name, value]) => ["-H", `${name}=${value}`]);
  const cannon = fileURLToPath(import.meta.resolve("autocannon"));
  const child = spawn(
    process.execPath,
    [cannon, "--json", "-c", String(CONNECTIONS), "-d", String(seconds), ...given, url],
    { stdio: ["ignore", "pipe", "ignore"] },
  );
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  await new Promise((resolve) => child.once("close", resolve));
  const result = JSON.parse(output) as {
    requests: { total: number };
    duration: number;
    errors: number;
    non2xx: number;
  };
  if (result.errors > 0 || result.non2xx > 0)
    throw new Error(`${url}: ${result.errors} errors, ${result.non2xx} answers other than 200`);
  return { requests: result.requests.total, perSecond: result.requests.total / result.duration };
}
