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
import type { RecordedAnswer } from "./bare-server.ts";
import type { Bench } from "./bench.ts";
import { type Figure, median, type PartResult } from "./figure.ts";
import { keepWriting } from "./keep-writing.ts";
import { type Address, type Load, load } from "./load.ts";
import { signUpMember } from "./member.ts";
import { profileProgram } from "./profile-program.ts";
import { startMeasuredProgram } from "./program.ts";
import { publicPages } from "./public-pages.ts";

const POSTS = 10_000;
const PAGES: readonly string[] = ["forum", "post", "news", "home"];
/** kB of HTML before compression. */
const HTML_MOST: Readonly<Record<string, number>> = { forum: 70, post: 70, home: 90 };
const MEMORY_MOST_MB = 300;

/** Who asks: a visitor, one whose cookie keeps the page from being shared, a member; and a visitor while others write. */
type Asker = "visitor" | "visitor, made anew" | "member" | "visitor, while others write";

/** One page asked for by somebody. */
interface Target {
  readonly name: string;
  readonly asker: Asker;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Where the bare server keeps the recorded answer. */
  readonly recordedAt: string;
  readonly htmlBytes: number;
  readonly sentBytes: number;
  readonly bare: Load[];
  readonly ours: Load[];
}

/**
 * Requests per second beside a bare Node server that only sends the same bytes, in turns within one run; the load comes
 * from a process of its own. The demo community and ten thousand posts, thirty-two connections, br, one worker.
 */
export async function measureRequests(bench: Bench): Promise<PartResult> {
  const databaseUrl = await bench.databases.create(0);
  const program = await startMeasuredProgram({
    databaseUrl,
    demo: true,
    nodeArguments: bench.profile ? ["--inspect=127.0.0.1:0"] : [],
  });
  bench.later(program.stop);
  await addPosts(bench, databaseUrl);
  const member = await signUpMember(program.url);
  const pages = (await publicPages(databaseUrl)).filter(({ name }) => PAGES.includes(name));

  const answers: Record<string, RecordedAnswer> = {};
  const targets: Target[] = [];
  for (const { name, path } of pages) {
    for (const [asker, cookie] of [
      ["visitor", ""],
      ["visitor, while others write", ""],
      ["visitor, made anew", "bench=1"],
      ["member", member],
    ] as const) {
      const headers = { "Accept-Encoding": "gzip, deflate, br", ...(cookie ? { Cookie: cookie } : {}) };
      const answer = await record(program.url + path, headers);
      const recordedAt = `/${targets.length}`;
      answers[recordedAt] = answer;
      const html = await (
        await fetch(program.url + path, { headers: cookie ? { Cookie: cookie } : {} })
      ).text();
      const sentBytes = Buffer.from(answer.body, "base64").length;
      const htmlBytes = Buffer.byteLength(html);
      targets.push({
        name,
        asker,
        path,
        headers,
        recordedAt,
        htmlBytes,
        sentBytes,
        bare: [],
        ours: [],
      });
    }
  }
  const memory = await measureRounds(bench, targets, {
    bare: await startBareServer(bench, answers),
    ours: program,
    writer: {
      cookie: await signUpMember(program.url),
      postPath: pages.find(({ name }) => name === "post")?.path ?? "",
    },
  });
  const functions = bench.profile
    ? await profileProgram(program, targets.filter(isProfiled), (target) =>
        load(program, target.path, target.headers, 5),
      )
    : [];
  const details = targets.map(({ headers: _, ...target }) => target);
  return { figures: [...targets.flatMap(figuresOf), memoryFigure(memory), ...functions], details };
}

async function addPosts(bench: Bench, url: string): Promise<void> {
  const database = openDatabase({ url, log: createLog("silent"), maxConnections: 2 });
  try {
    await generatePosts({ database, clock: systemClock }, { posts: POSTS, say: bench.say });
  } finally {
    await database.close();
  }
}

const isProfiled = ({ asker }: Target) => asker === "visitor, made anew" || asker === "member";

/** The most memory that the program was seen to have, in MB. */
async function measureRounds(
  bench: Bench,
  targets: readonly Target[],
  { bare, ours, writer }: { bare: Address; ours: Program; writer: Parameters<typeof keepWriting>[1] },
): Promise<number> {
  const [rounds, seconds] = bench.quick ? [1, 3] : [5, 5];
  let memory = 0;
  for (let round = 0; round <= rounds; round += 1) {
    const isWarmUp = round === 0;
    bench.say(`Requests: ${isWarmUp ? "warming up" : `round ${round} of ${rounds}`}`);
    for (const target of targets) {
      const length = isWarmUp ? 2 : seconds;
      const bareLoad = await load(bare, target.recordedAt, target.headers, length);
      const writing = target.asker === "visitor, while others write" ? keepWriting(ours.url, writer) : null;
      const ourLoad = await load(ours, target.path, target.headers, length);
      await writing?.end();
      memory = Math.max(memory, residentMb(ours.pid));
      if (isWarmUp) continue;
      target.bare.push(bareLoad);
      target.ours.push(ourLoad);
    }
  }
  return memory;
}

function residentMb(pid: number): number {
  try {
    return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
  } catch {
    return Number.NaN;
  }
}

const middle = (loads: readonly Load[], of: keyof Load) => median(loads.map((one) => one[of]));

function figuresOf(target: Target): Figure[] {
  const { name, asker, bare, ours, htmlBytes, sentBytes } = target;
  const share = middle(ours, "perSecond") / middle(bare, "perSecond");
  const [perSecond, processor, p50, p99] = (["perSecond", "processorMs", "p50", "p99"] as const).map((of) =>
    middle(ours, of),
  ) as [number, number, number, number];
  const speed = {
    what: `${name}, ${asker}`,
    measured:
      `${perSecond.toFixed(perSecond < 100 ? 1 : 0)}/s, ${share.toFixed(3)} of the bare server's; processor for one ` +
      `${processor.toFixed(2)} ms (${middle(bare, "processorMs").toFixed(2)}); p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms; ` +
      `${(sentBytes / 1000).toFixed(1)} kB`,
    dependsOnMachine: true,
    ...budgetOf(asker, { share, processor, perSecond, p50, p99 }),
  };
  const most = HTML_MOST[name];
  if (asker !== "visitor" || most === undefined) return [speed];
  const html = htmlBytes / 1000;
  return [
    speed,
    {
      what: `${name}, HTML`,
      measured: `${html.toFixed(1)} kB`,
      budget: `at most ${most} kB`,
      held: html <= most,
    },
  ];
}

function budgetOf(
  asker: Asker,
  of: { share: number; processor: number; perSecond: number; p50: number; p99: number },
): Pick<Figure, "budget" | "held"> {
  switch (asker) {
    case "visitor":
      return { budget: "0.50 of bare, p99 10 ms", held: of.share >= 0.5 && of.p99 <= 10 };
    case "visitor, while others write":
      return { budget: "0.35 of bare", held: of.share >= 0.35 };
    case "visitor, made anew":
      return { budget: "6 ms of processor", held: of.processor <= 6 };
    case "member":
      return {
        budget: "7 ms of processor, 140/s, p99 3 times p50",
        held: of.processor <= 7 && of.perSecond >= 140 && of.p99 <= 3 * of.p50,
      };
  }
}

const memoryFigure = (mb: number): Figure => ({
  what: "memory of the program under this load",
  measured: `${Math.round(mb)} MB`,
  budget: `at most ${MEMORY_MOST_MB} MB`,
  held: mb <= MEMORY_MOST_MB,
  dependsOnMachine: true,
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

async function startBareServer(
  bench: Bench,
  answers: Readonly<Record<string, RecordedAnswer>>,
): Promise<Address> {
  const folder = mkdtempSync(join(tmpdir(), "lattice-bench-answers-"));
  bench.later(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "answers.json");
  writeFileSync(file, JSON.stringify(answers));
  const script = fileURLToPath(new URL("./bare-server.ts", import.meta.url));
  const child = spawn(process.execPath, [script, file], { stdio: ["pipe", "pipe", "inherit"] });
  bench.later(() => void child.kill());
  const port = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding("utf8").once("data", (text: string) => resolve(text.trim()));
    child.once("exit", () => reject(new Error("The bare server ended.")));
  });
  return { url: `http://127.0.0.1:${port}`, pid: child.pid as number };
}
