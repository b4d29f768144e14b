import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openDatabase } from "#server/database/index.ts";
import { generatePosts } from "#server/demo/index.ts";
import { systemClock } from "#server/platform/clock.ts";
import { createLog } from "#server/platform/log.ts";
import type { Program } from "#server/testing/program.ts";
import type { RecordedResponse } from "./bare-server.ts";
import type { Bench } from "./bench.ts";
import { type Figure, median, type PartResult } from "./figure.ts";
import { type LoadResult, measureLoad, type ServerProcess } from "./load.ts";
import { signUpMember } from "./member.ts";
import { profileProgram } from "./profile-program.ts";
import { startMeasuredProgram } from "./program.ts";
import { preparePublicPages } from "./public-pages.ts";
import { writeContinuously } from "./write-continuously.ts";

const POST_COUNT = 10_000;
const PAGE_NAMES: readonly string[] = ["forum", "post", "news", "home"];
/** Maximum size of the HTML in kB, before compression. */
const HTML_MAX_KB: Readonly<Record<string, number>> = { forum: 70, post: 70, home: 90 };
const MEMORY_MAX_MB = 300;

/**
 * A visitor, a visitor with a cookie that bypasses the page cache, a member, or a visitor while a member posts and
 * votes.
 */
type Client = "visitor" | "visitor, uncached" | "member" | "visitor, while others write";

/** A page requested by one kind of client. */
interface Target {
  readonly name: string;
  readonly client: Client;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Path of the recorded response on the bare server. */
  readonly recordedPath: string;
  readonly htmlBytes: number;
  readonly sentBytes: number;
  readonly bareLoads: LoadResult[];
  readonly ourLoads: LoadResult[];
}

/**
 * Measures the program's requests per second against those of a bare Node server that sends the same bytes. The two are
 * measured alternately within one run, with the demo community and ten thousand posts, thirty-two connections, Brotli
 * and one worker. A separate process generates the load.
 */
export async function measureRequests(bench: Bench): Promise<PartResult> {
  const databaseUrl = await bench.databases.create(0);
  const program = await startMeasuredProgram({
    databaseUrl,
    hasDemo: true,
    nodeArguments: bench.isProfiling ? ["--inspect=127.0.0.1:0"] : [],
  });
  bench.addCleanup(program.stop);
  await addPosts(bench, databaseUrl);
  const memberCookie = await signUpMember(program.url);
  const pages = (await preparePublicPages(databaseUrl)).filter(({ name }) => PAGE_NAMES.includes(name));

  const responses: Record<string, RecordedResponse> = {};
  const targets: Target[] = [];
  for (const { name, path } of pages) {
    for (const [client, cookie] of [
      ["visitor", ""],
      ["visitor, while others write", ""],
      ["visitor, uncached", "bench=1"],
      ["member", memberCookie],
    ] as const) {
      const headers = { "Accept-Encoding": "gzip, deflate, br", ...(cookie ? { Cookie: cookie } : {}) };
      const recordedResponse = await recordResponse(program.url + path, headers);
      const recordedPath = `/${targets.length}`;
      responses[recordedPath] = recordedResponse;
      const html = await (
        await fetch(program.url + path, { headers: cookie ? { Cookie: cookie } : {} })
      ).text();
      const sentBytes = Buffer.from(recordedResponse.body, "base64").length;
      const htmlBytes = Buffer.byteLength(html);
      targets.push({
        name,
        client,
        path,
        headers,
        recordedPath,
        htmlBytes,
        sentBytes,
        bareLoads: [],
        ourLoads: [],
      });
    }
  }
  const peakMemoryMb = await measureRounds(bench, targets, {
    bareServer: await startBareServer(bench, responses),
    program,
    author: {
      cookie: await signUpMember(program.url),
      postPath: pages.find(({ name }) => name === "post")?.path ?? "",
    },
  });
  const profileFigures = bench.isProfiling
    ? await profileProgram(program, targets.filter(isProfiled).map(addClientToName), (target) =>
        measureLoad(program, target.path, target.headers, 5),
      )
    : [];
  const details = targets.map(({ headers: _, ...target }) => target);
  return {
    figures: [...targets.flatMap(createFigures), createMemoryFigure(peakMemoryMb), ...profileFigures],
    details,
  };
}

async function addPosts(bench: Bench, url: string): Promise<void> {
  const database = openDatabase({ url, log: createLog("silent"), maxConnections: 2 });
  try {
    await generatePosts({ database, clock: systemClock }, { postCount: POST_COUNT, log: bench.log });
  } finally {
    await database.close();
  }
}

const isProfiled = ({ client }: Target) => client === "visitor, uncached" || client === "member";
const addClientToName = (target: Target) => ({ ...target, name: `${target.name}, ${target.client}` });

/** Adds measurements to the targets, and returns the program's peak memory in MB. */
async function measureRounds(
  bench: Bench,
  targets: readonly Target[],
  {
    bareServer,
    program,
    author,
  }: { bareServer: ServerProcess; program: Program; author: Parameters<typeof writeContinuously>[1] },
): Promise<number> {
  const [roundCount, seconds] = bench.isQuick ? [1, 3] : [5, 5];
  let peakMemoryMb = 0;
  for (let round = 0; round <= roundCount; round += 1) {
    const isWarmUp = round === 0;
    bench.log(`Requests: ${isWarmUp ? "warming up" : `round ${round} of ${roundCount}`}`);
    for (const target of targets) {
      const duration = isWarmUp ? 2 : seconds;
      const bareLoad = await measureLoad(bareServer, target.recordedPath, target.headers, duration);
      const writer =
        target.client === "visitor, while others write" ? writeContinuously(program.url, author) : null;
      const ourLoad = await measureLoad(program, target.path, target.headers, duration);
      await writer?.end();
      peakMemoryMb = Math.max(peakMemoryMb, readResidentMb(program.pid));
      if (isWarmUp) continue;
      target.bareLoads.push(bareLoad);
      target.ourLoads.push(ourLoad);
    }
  }
  return peakMemoryMb;
}

function readResidentMb(pid: number): number {
  try {
    return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
  } catch {
    return Number.NaN;
  }
}

const getMedian = (loads: readonly LoadResult[], field: keyof LoadResult) =>
  median(loads.map((load) => load[field]));

function createFigures(target: Target): Figure[] {
  const { name, client, bareLoads, ourLoads, htmlBytes, sentBytes } = target;
  const share = getMedian(ourLoads, "perSecond") / getMedian(bareLoads, "perSecond");
  const [perSecond, cpuMs, p50, p99] = (["perSecond", "cpuMs", "p50", "p99"] as const).map((field) =>
    getMedian(ourLoads, field),
  ) as [number, number, number, number];
  const speedFigure = {
    label: `${name}, ${client}`,
    measured:
      `${perSecond.toFixed(perSecond < 100 ? 1 : 0)}/s, ${share.toFixed(3)} of the bare server's; CPU per request ` +
      `${cpuMs.toFixed(2)} ms (${getMedian(bareLoads, "cpuMs").toFixed(2)}); p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms; ` +
      `${(sentBytes / 1000).toFixed(1)} kB`,
    dependsOnMachine: true,
    ...checkBudget(client, { share, cpuMs, perSecond, p50, p99 }),
  };
  const maxKb = HTML_MAX_KB[name];
  if (client !== "visitor" || maxKb === undefined) return [speedFigure];
  const htmlKb = htmlBytes / 1000;
  return [
    speedFigure,
    {
      label: `${name}, HTML`,
      measured: `${htmlKb.toFixed(1)} kB`,
      budget: `at most ${maxKb} kB`,
      isMet: htmlKb <= maxKb,
    },
  ];
}

function checkBudget(
  client: Client,
  result: { share: number; cpuMs: number; perSecond: number; p50: number; p99: number },
): Pick<Figure, "budget" | "isMet"> {
  switch (client) {
    case "visitor":
      return {
        budget: "at least 0.50 of the bare server's rate, p99 at most 10 ms",
        isMet: result.share >= 0.5 && result.p99 <= 10,
      };
    case "visitor, while others write":
      return { budget: "at least 0.35 of the bare server's rate", isMet: result.share >= 0.35 };
    case "visitor, uncached":
      return { budget: "at most 6 ms CPU", isMet: result.cpuMs <= 6 };
    case "member":
      return {
        budget: "at most 7 ms CPU, at least 140/s, p99 at most 3 times p50",
        isMet: result.cpuMs <= 7 && result.perSecond >= 140 && result.p99 <= 3 * result.p50,
      };
  }
}

const createMemoryFigure = (mb: number): Figure => ({
  label: "peak memory of the program under this load",
  measured: `${Math.round(mb)} MB`,
  budget: `at most ${MEMORY_MAX_MB} MB`,
  isMet: mb <= MEMORY_MAX_MB,
  dependsOnMachine: true,
});

/** Records a response with its bytes as sent; fetch would decompress them. */
function recordResponse(url: string, headers: Readonly<Record<string, string>>): Promise<RecordedResponse> {
  return new Promise((resolve, reject) => {
    const clientRequest = request(url, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.once("error", reject);
      response.once("end", () => {
        if (response.statusCode !== 200)
          return reject(new Error(`${url} responded with ${response.statusCode}`));
        const {
          date: _,
          connection: _c,
          "keep-alive": _k,
          "transfer-encoding": _t,
          ...rest
        } = response.headers;
        const sentHeaders = Object.entries(rest).filter(
          (entry): entry is [string, string] => typeof entry[1] === "string",
        );
        resolve({
          status: 200,
          headers: Object.fromEntries(sentHeaders),
          body: Buffer.concat(chunks).toString("base64"),
        });
      });
    });
    clientRequest.once("error", reject);
    clientRequest.end();
  });
}

async function startBareServer(
  bench: Bench,
  responses: Readonly<Record<string, RecordedResponse>>,
): Promise<ServerProcess> {
  const folder = mkdtempSync(join(tmpdir(), "lattice-bench-responses-"));
  bench.addCleanup(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "responses.json");
  writeFileSync(file, JSON.stringify(responses));
  const script = fileURLToPath(new URL("./bare-server.ts", import.meta.url));
  const child = spawn(process.execPath, [script, file], { stdio: ["pipe", "pipe", "inherit"] });
  bench.addCleanup(() => void child.kill());
  const port = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding("utf8").once("data", (text: string) => resolve(text.trim()));
    child.once("exit", () => reject(new Error("The bare server exited.")));
  });
  return { url: `http://127.0.0.1:${port}`, pid: child.pid as number };
}
