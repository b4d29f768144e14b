import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Bench } from "./bench.ts";
import { readCpuTime } from "./cpu-time.ts";
import { type Figure, median, type PartResult } from "./figure.ts";
import type { Delivery } from "./live-clients.ts";
import { openInspector } from "./profile-program.ts";
import { startMeasuredProgram } from "./program.ts";
import { timePages } from "./time-pages.ts";

const STREAM_COUNT = 2_000;
const PAGE = "/forum";
const PAGE_RATIO_BUDGET = 2;
const DELIVERY_BUDGET_MS = 1_000;

/** Measures the memory per open stream, how long changes take to arrive, and page times with all streams open. */
export async function measureLive(bench: Bench): Promise<PartResult> {
  const databaseUrl = await bench.databases.create(0);
  const program = await startMeasuredProgram({
    databaseUrl,
    hasDemo: true,
    nodeArguments: ["--inspect=127.0.0.1:0"],
  });
  bench.addCleanup(program.stop);
  const client = new pg.Client(databaseUrl);
  await client.connect();
  bench.addCleanup(() => client.end());
  const { rows } = await client.query<{ id: string }>("select id from forum_posts order by id limit 1");
  const postId = rows[0]?.id;
  if (postId === undefined) throw new Error("There is no post.");
  const [roundCount, eventCount, requestCount] = bench.isQuick ? [1, 10, 60] : [3, 30, 200];

  const inspector = await openInspector(program);
  bench.addCleanup(() => inspector.close());
  /** Measures memory in kilobytes after garbage collection: the used heap, and the process's resident memory. */
  const measureMemory = async () => {
    await inspector.send("HeapProfiler.collectGarbage");
    const { usedSize } = (await inspector.send("Runtime.getHeapUsage")) as { usedSize: number };
    return { heap: usedSize / 1024, resident: readMemory(program.pid) };
  };

  const url = program.url + PAGE;
  await timePages(url, 200);
  const idleTimes: number[] = [];
  const loadedTimes: number[] = [];
  const delays: number[] = [];
  const lastDelays: number[] = [];
  const heapPerStream: number[] = [];
  const residentPerStream: number[] = [];
  const cpuTimes: number[] = [];
  const pageCpuTimes = { idle: [] as number[], loaded: [] as number[] };
  /** Measures the time of each page, and the program's mean CPU time per page. */
  const timePagesAndCpu = async (kind: "idle" | "loaded") => {
    const cpuTimeBefore = readCpuTime(program.pid);
    const times = await timePages(url, requestCount);
    pageCpuTimes[kind].push((readCpuTime(program.pid) - cpuTimeBefore) / requestCount);
    return times;
  };
  let upvotes = 1_000;
  const vote = async () => {
    upvotes += 1;
    await client.query("update forum_posts set upvotes = $2 where id = $1", [postId, upvotes]);
    return performance.timeOrigin + performance.now();
  };
  for (let round = 0; round < roundCount; round += 1) {
    idleTimes.push(...(await timePagesAndCpu("idle")));
    const memoryBefore = await measureMemory();
    bench.log(`Live: ${STREAM_COUNT} streams, round ${round + 1} of ${roundCount}`);
    const clients = await openClients(`${program.url}/live`);
    await sleep(3_000);
    const memoryAfter = await measureMemory();
    heapPerStream.push((memoryAfter.heap - memoryBefore.heap) / STREAM_COUNT);
    residentPerStream.push((memoryAfter.resident - memoryBefore.resident) / STREAM_COUNT);
    const cpuTimeBefore = readCpuTime(program.pid);
    for (let event = 0; event < eventCount; event += 1) {
      const delivery = clients.next();
      const committedAt = await vote();
      const { times } = await delivery;
      const delaysMs = times.map((time) => time - committedAt);
      delays.push(...delaysMs);
      lastDelays.push(Math.max(...delaysMs));
      await sleep(1_000);
    }
    cpuTimes.push((readCpuTime(program.pid) - cpuTimeBefore) / eventCount);
    // As many changes as in a busy community. The program sends them to the streams in batches.
    const voteTimer = setInterval(() => void vote().catch(() => {}), 200);
    loadedTimes.push(...(await timePagesAndCpu("loaded")));
    clearInterval(voteTimer);
    clients.end();
    await sleep(1_000);
  }
  const p95 = percentile(delays, 0.95);
  const ratio = median(loadedTimes) / median(idleTimes);
  const figures: Figure[] = [
    {
      label: `memory of the program per stream, with ${STREAM_COUNT} streams`,
      measured: `${median(heapPerStream).toFixed(1)} kB of heap; resident ${residentPerStream.map((kilobytes) => kilobytes.toFixed(1)).join(", ")} kB`,
      note: "without the kernel's socket buffers; later rounds reuse memory from the first",
    },
    {
      label: `CPU time to send one event to ${STREAM_COUNT} streams`,
      measured: `${median(cpuTimes).toFixed(0)} ms, including everything else the program did`,
    },
    {
      label: `from commit to ${STREAM_COUNT} clients`,
      measured: `median ${median(delays).toFixed(0)} ms, 95th percentile ${p95.toFixed(0)} ms; the last client ${median(lastDelays).toFixed(0)} ms`,
      budget: `95% within ${DELIVERY_BUDGET_MS} ms`,
      isMet: p95 <= DELIVERY_BUDGET_MS,
      dependsOnMachine: true,
      note: "the program, PostgreSQL and all clients share the machine; includes a 40 ms wait for more changes",
    },
    {
      label: `${PAGE} while ${STREAM_COUNT} streams get five changes a second, compared with idle`,
      measured: `${ratio.toFixed(2)} times (${median(loadedTimes).toFixed(1)} ms, ${median(idleTimes).toFixed(1)} ms)`,
      budget: `at most ${PAGE_RATIO_BUDGET} times`,
      isMet: ratio <= PAGE_RATIO_BUDGET,
      dependsOnMachine: true,
      note: `CPU time of the program per page ${median(pageCpuTimes.loaded).toFixed(1)} ms, including events; idle ${median(pageCpuTimes.idle).toFixed(1)} ms`,
    },
  ];
  return {
    figures,
    details: {
      heap: heapPerStream,
      resident: residentPerStream,
      cpuTimes,
      median: median(delays),
      p95,
      last: lastDelays,
      idle: idleTimes,
      loaded: loadedTimes,
      pageCpuTimes,
    },
  };

  function openClients(streamUrl: string): Promise<{ next(): Promise<Delivery>; end(): void }> {
    const child: ChildProcess = spawn(
      process.execPath,
      [join(import.meta.dirname, "live-clients.ts"), streamUrl, String(STREAM_COUNT)],
      { stdio: ["ignore", "inherit", "inherit", "ipc"] },
    );
    bench.addCleanup(() => void child.kill());
    return new Promise((resolve, reject) => {
      child.once("exit", (code) => reject(new Error(`The clients exited with code ${code}.`)));
      child.once("message", () =>
        resolve({
          next: () =>
            new Promise((resolveNext) =>
              child.once("message", (message) => resolveNext(message as Delivery)),
            ),
          end: () => void child.kill(),
        }),
      );
    });
  }
}

/** Resident memory of a process in kilobytes on Linux; NaN elsewhere. */
function readMemory(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
  } catch {
    return Number.NaN;
  }
}

const percentile = (values: readonly number[], fraction: number) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * fraction)] ?? Number.NaN;
