import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Bench } from "./bench.ts";
import { type Figure, median, type PartResult } from "./figure.ts";
import type { Delivered } from "./live-listeners.ts";
import { processorTime } from "./processor-time.ts";
import { openInspector } from "./profile-program.ts";
import { startMeasuredProgram } from "./program.ts";
import { timePages } from "./time-pages.ts";

const STREAMS = 2_000;
const PAGE = "/forum";
const PAGE_BUDGET = 2;
const DELIVERY_BUDGET_MS = 1_000;

/** What an open stream costs, how soon a commit is everywhere, and what pages take meanwhile. */
export async function measureLive(bench: Bench): Promise<PartResult> {
  const databaseUrl = await bench.databases.create(0);
  const program = await startMeasuredProgram({
    databaseUrl,
    demo: true,
    nodeArguments: ["--inspect=127.0.0.1:0"],
  });
  bench.later(program.stop);
  const client = new pg.Client(databaseUrl);
  await client.connect();
  bench.later(() => client.end());
  const { rows } = await client.query<{ id: string }>("select id from forum_posts order by id limit 1");
  const post = rows[0]?.id;
  if (post === undefined) throw new Error("There is no post.");
  const [turns, events, pages] = bench.quick ? [1, 10, 60] : [3, 30, 200];

  const inspector = await openInspector(program);
  bench.later(() => inspector.close());
  /** What is in use once what is not has gone, in kilobytes: the heap, and the process as a whole. */
  const memory = async () => {
    await inspector.send("HeapProfiler.collectGarbage");
    const { usedSize } = (await inspector.send("Runtime.getHeapUsage")) as { usedSize: number };
    return { heap: usedSize / 1024, resident: memoryOf(program.pid) };
  };

  const url = program.url + PAGE;
  await timePages(url, 200);
  const idle: number[] = [];
  const beside: number[] = [];
  const delays: number[] = [];
  const last: number[] = [];
  const heap: number[] = [];
  const resident: number[] = [];
  const processor: number[] = [];
  const pageProcessor = { idle: [] as number[], beside: [] as number[] };
  /** Milliseconds of each page, and the program's processor time for one while they were asked for. */
  const timed = async (kind: "idle" | "beside") => {
    const began = processorTime(program.pid);
    const times = await timePages(url, pages);
    pageProcessor[kind].push((processorTime(program.pid) - began) / pages);
    return times;
  };
  let upvotes = 1_000;
  const vote = async () => {
    upvotes += 1;
    await client.query("update forum_posts set upvotes = $2 where id = $1", [post, upvotes]);
    return performance.timeOrigin + performance.now();
  };
  for (let turn = 0; turn < turns; turn += 1) {
    idle.push(...(await timed("idle")));
    const before = await memory();
    bench.say(`Live: ${STREAMS} streams, turn ${turn + 1} of ${turns}`);
    const listeners = await openListeners(`${program.url}/live`);
    await sleep(3_000);
    const after = await memory();
    heap.push((after.heap - before.heap) / STREAMS);
    resident.push((after.resident - before.resident) / STREAMS);
    const processorBefore = processorTime(program.pid);
    for (let event = 0; event < events; event += 1) {
      const heard = listeners.next();
      const committed = await vote();
      const { times } = await heard;
      const taken = times.map((time) => time - committed);
      delays.push(...taken);
      last.push(Math.max(...taken));
      await sleep(1_000);
    }
    processor.push((processorTime(program.pid) - processorBefore) / events);
    // As many changes as a busy community makes, told as often as they are told at all.
    const voting = setInterval(() => void vote().catch(() => {}), 200);
    beside.push(...(await timed("beside")));
    clearInterval(voting);
    listeners.end();
    await sleep(1_000);
  }
  const p95 = percentile(delays, 0.95);
  const times = median(beside) / median(idle);
  const figures: Figure[] = [
    {
      what: `memory of the program for each of ${STREAMS} streams`,
      measured: `${median(heap).toFixed(1)} kB of heap; resident ${resident.map((kilobytes) => kilobytes.toFixed(1)).join(", ")} kB`,
      note: "the sockets' buffers in the kernel are not counted; the first turn makes room that later turns use again",
    },
    {
      what: `processor time to tell ${STREAMS} streams once`,
      measured: `${median(processor).toFixed(0)} ms, all else that the program did meanwhile included`,
    },
    {
      what: `from commit to ${STREAMS} listeners`,
      measured: `median ${median(delays).toFixed(0)} ms, 95th percentile ${p95.toFixed(0)} ms; the last of them ${median(last).toFixed(0)} ms`,
      budget: `95% within ${DELIVERY_BUDGET_MS} ms`,
      held: p95 <= DELIVERY_BUDGET_MS,
      dependsOnMachine: true,
      note: "program, PostgreSQL and all listeners share the machine; 40 ms are waited for what else changes",
    },
    {
      what: `${PAGE} while ${STREAMS} streams are told of five changes a second, against idle`,
      measured: `${times.toFixed(2)} times (${median(beside).toFixed(1)} ms, ${median(idle).toFixed(1)} ms)`,
      budget: `at most ${PAGE_BUDGET} times`,
      held: times <= PAGE_BUDGET,
      dependsOnMachine: true,
      note: `processor time of the program for one page ${median(pageProcessor.beside).toFixed(1)} ms, telling included; idle ${median(pageProcessor.idle).toFixed(1)} ms`,
    },
  ];
  return {
    figures,
    details: { heap, resident, processor, median: median(delays), p95, last, idle, beside, pageProcessor },
  };

  function openListeners(stream: string): Promise<{ next(): Promise<Delivered>; end(): void }> {
    const child: ChildProcess = spawn(
      process.execPath,
      [join(import.meta.dirname, "live-listeners.ts"), stream, String(STREAMS)],
      { stdio: ["ignore", "inherit", "inherit", "ipc"] },
    );
    bench.later(() => void child.kill());
    return new Promise((resolve, reject) => {
      child.once("exit", (code) => reject(new Error(`The listeners ended with ${code}.`)));
      child.once("message", () =>
        resolve({
          next: () => new Promise((heard) => child.once("message", (message) => heard(message as Delivered))),
          end: () => void child.kill(),
        }),
      );
    });
  }
}

/** Resident memory of a process in kilobytes, as Linux tells it; NaN elsewhere. */
function memoryOf(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
  } catch {
    return Number.NaN;
  }
}

const percentile = (values: readonly number[], part: number) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length * part)] ?? Number.NaN;
