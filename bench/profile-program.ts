import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { Program } from "#server/testing/program.ts";
import type { Figure } from "./figure.ts";
import { ROOT } from "./program.ts";

const SHOWN = 8;

/** A CPU profile as V8 gives it: a tree of frames and, per sample, the frame it met. Times in microseconds. */
interface Profile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string };
  }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

/** Where the program's own time goes while it answers each target: shares by package, then by function. */
export async function profileProgram<Target extends { readonly name: string }>(
  program: Program,
  targets: readonly Target[],
  load: (target: Target) => Promise<unknown>,
): Promise<Figure[]> {
  const session = await openInspector(program);
  const figures: Figure[] = [];
  try {
    await session.send("Profiler.enable");
    for (const target of targets) {
      await session.send("Profiler.start");
      await load(target);
      const { profile } = (await session.send("Profiler.stop")) as { profile: Profile };
      figures.push(
        { what: `${target.name}: by part`, measured: topOf(profile, partOf) },
        { what: `${target.name}: by function`, measured: topOf(profile, functionOf) },
      );
    }
  } finally {
    session.close();
  }
  return figures;
}

/** A session with the program's inspector; it must have been started with `--inspect=127.0.0.1:0`. */
export async function openInspector(program: Program) {
  const url = /ws:\/\/\S+/.exec(program.output())?.[0];
  if (url === undefined) throw new Error("The program does not listen for an inspector.");
  const socket = new WebSocket(url);
  const waiting = new Map<number, (result: unknown) => void>();
  let last = 0;
  socket.addEventListener("message", ({ data }) => {
    const { id, result } = JSON.parse(String(data)) as { id?: number; result?: unknown };
    if (id === undefined) return;
    waiting.get(id)?.(result);
    waiting.delete(id);
  });
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener("open", () => resolve());
    socket.addEventListener("error", () => reject(new Error("The inspector cannot be reached.")));
  });
  return {
    send(method: string): Promise<unknown> {
      last += 1;
      const id = last;
      socket.send(JSON.stringify({ id, method }));
      return new Promise((resolve) => waiting.set(id, resolve));
    },
    close: () => socket.close(),
  };
}

type Frame = Profile["nodes"][number]["callFrame"];

function topOf({ nodes, samples, timeDeltas }: Profile, nameOf: (frame: Frame) => string | null): string {
  const names = new Map(nodes.map(({ id, callFrame }) => [id, nameOf(callFrame)]));
  const shares = new Map<string, number>();
  let total = 0;
  samples.forEach((sample, index) => {
    const name = names.get(sample) ?? null;
    if (name === null) return;
    const time = timeDeltas[index] ?? 0;
    shares.set(name, (shares.get(name) ?? 0) + time);
    total += time;
  });
  return [...shares]
    .sort(([, a], [, b]) => b - a)
    .slice(0, SHOWN)
    .map(([name, time]) => `${name} ${((100 * time) / total).toFixed(0)}%`)
    .join(", ");
}

/** Waiting is no work: idle time is left out. */
const isIdle = ({ functionName }: Frame) => functionName === "(idle)" || functionName === "(root)";

function partOf(frame: Frame): string | null {
  if (isIdle(frame)) return null;
  const { url, functionName } = frame;
  if (functionName === "(garbage collector)") return "garbage collection";
  if (url === "") return "native code";
  if (url.startsWith("node:")) return "Node";
  const file = fileOf(url);
  const inPackage = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1];
  if (inPackage) return inPackage;
  return file.split("/").slice(0, 2).join("/");
}

function functionOf(frame: Frame): string | null {
  if (isIdle(frame)) return null;
  const name = frame.functionName || "(anonymous)";
  const where = frame.url === "" ? "" : ` (${fileOf(frame.url).split("/").slice(-2).join("/")})`;
  return `${name}${where}`;
}

function fileOf(url: string): string {
  return url.startsWith("file://") ? relative(ROOT, fileURLToPath(url)) : url;
}
