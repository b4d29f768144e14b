import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { Program } from "#server/testing/program.ts";
import type { Figure } from "./figure.ts";
import { ROOT } from "./program.ts";

const TOP_COUNT = 8;

/** A V8 CPU profile: a tree of frames, and the current frame of each sample. Times are in microseconds. */
interface Profile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string };
  }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

/** Profiles the program while it serves each target. Returns the shares of CPU time by package and by function. */
export async function profileProgram<Target extends { readonly name: string }>(
  program: Program,
  targets: readonly Target[],
  applyLoad: (target: Target) => Promise<unknown>,
): Promise<Figure[]> {
  const session = await openInspector(program);
  const figures: Figure[] = [];
  try {
    await session.send("Profiler.enable");
    for (const target of targets) {
      await session.send("Profiler.start");
      await applyLoad(target);
      const { profile } = (await session.send("Profiler.stop")) as { profile: Profile };
      figures.push(
        { label: `${target.name}: by package`, measured: describeTop(profile, getPackageName) },
        { label: `${target.name}: by function`, measured: describeTop(profile, getFunctionName) },
      );
    }
  } finally {
    session.close();
  }
  return figures;
}

/** Opens a session with the program's inspector. The program must have been started with `--inspect=127.0.0.1:0`. */
export async function openInspector(program: Program) {
  const url = /ws:\/\/\S+/.exec(program.readOutput())?.[0];
  if (url === undefined) throw new Error("The program was not started with an inspector.");
  const socket = new WebSocket(url);
  const resolvers = new Map<number, (result: unknown) => void>();
  let lastId = 0;
  socket.addEventListener("message", ({ data }) => {
    const { id, result } = JSON.parse(String(data)) as { id?: number; result?: unknown };
    if (id === undefined) return;
    resolvers.get(id)?.(result);
    resolvers.delete(id);
  });
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener("open", () => resolve());
    socket.addEventListener("error", () => reject(new Error("Can't connect to the inspector.")));
  });
  return {
    send(method: string): Promise<unknown> {
      lastId += 1;
      const id = lastId;
      socket.send(JSON.stringify({ id, method }));
      return new Promise((resolve) => resolvers.set(id, resolve));
    },
    close: () => socket.close(),
  };
}

type Frame = Profile["nodes"][number]["callFrame"];

function describeTop(
  { nodes, samples, timeDeltas }: Profile,
  getName: (frame: Frame) => string | null,
): string {
  const names = new Map(nodes.map(({ id, callFrame }) => [id, getName(callFrame)]));
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
    .slice(0, TOP_COUNT)
    .map(([name, time]) => `${name} ${((100 * time) / total).toFixed(0)}%`)
    .join(", ");
}

/** Idle time isn't counted. */
const isIdle = ({ functionName }: Frame) => functionName === "(idle)" || functionName === "(root)";

function getPackageName(frame: Frame): string | null {
  if (isIdle(frame)) return null;
  const { url, functionName } = frame;
  if (functionName === "(garbage collector)") return "garbage collection";
  if (url === "") return "native code";
  if (url.startsWith("node:")) return "Node";
  const file = toPath(url);
  const packageName = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1];
  if (packageName) return packageName;
  return file.split("/").slice(0, 2).join("/");
}

function getFunctionName(frame: Frame): string | null {
  if (isIdle(frame)) return null;
  const name = frame.functionName || "(anonymous)";
  const location = frame.url === "" ? "" : ` (${toPath(frame.url).split("/").slice(-2).join("/")})`;
  return `${name}${location}`;
}

function toPath(url: string): string {
  return url.startsWith("file://") ? relative(ROOT, fileURLToPath(url)) : url;
}
