import { spawn } from "node:child_process";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * `npm run check`: what can be known without running the program. With `--report FILE` the counts go to that file
 * as well. Two cores are enough, so the checks run one after another.
 */

const ROOT = join(import.meta.dirname, "..");
const bin = (path: string) => join(ROOT, "node_modules", path);

/** One check is one or more commands, the next only after the one before went well. */
const CHECKS: readonly { name: string; commands: readonly (readonly string[])[] }[] = [
  {
    name: "types (react-router typegen, tsc)",
    commands: [
      [bin("@react-router/dev/bin.cjs"), "typegen"],
      [bin("@typescript/native/bin/tsc"), "-p", "."],
    ],
  },
  { name: "style and mistakes (biome)", commands: [[bin("@biomejs/biome/bin/biome"), "check", "."]] },
  {
    name: "floors and cycles (dependency-cruiser)",
    commands: [
      [
        bin("dependency-cruiser/bin/dependency-cruiser.mjs"),
        "--config",
        ".dependency-cruiser.mjs",
        "--output-type",
        "err-long",
        ...["core", "server", "web", "scripts", "e2e", "bench", "main.ts"],
      ],
    ],
  },
  { name: "nothing unused (knip)", commands: [[bin("knip/bin/knip.js"), "--no-progress"]] },
];

/** Runs one command with this Node; gives what it printed and whether it went well. */
function run(args: readonly string[]): Promise<{ ok: boolean; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: ROOT,
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    // With the programs that it has started: the compiler goes on when it is only asked to end.
    const end = () => child.pid && process.kill(-child.pid, "SIGKILL");
    process.once("exit", end);
    child.once("close", () => process.off("exit", end));
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        output += text;
      });
    }
    child.once("error", (error) => resolve({ ok: false, output: String(error) }));
    child.once("close", (code) => resolve({ ok: code === 0, output }));
  });
}

/** The first command that failed, in its own words; undefined when all went well. */
async function runAll(commands: readonly (readonly string[])[]): Promise<string | undefined> {
  for (const command of commands) {
    const { ok, output } = await run(command);
    if (!ok) return output.trim();
  }
  return undefined;
}

const READS_ENVIRONMENT = [
  /\bprocess\s*(?:\?\.|\.|\[\s*["'`])\s*env\b/,
  /\{[^{}]*\benv\b[^{}]*\}\s*=\s*(?:globalThis\.)?process\b/,
  /from\s+["'](?:node:)?process["']/,
];

/** Settings come from server/config.ts alone; in server/, only tests look at the environment besides. */
function findReadersOfEnvironment(): string | undefined {
  const readers = globSync("server/**/*.ts", { cwd: ROOT })
    .filter((file) => !/[.](test|fixture)[.]ts$|^server\/(testing\/|config[.]ts$)/.test(file))
    .filter((file) => {
      // What only speaks of it does not read it.
      const code = readFileSync(join(ROOT, file), "utf8").replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "");
      return READS_ENVIRONMENT.some((pattern) => pattern.test(code));
    });
  return readers.length > 0 ? readers.map((file) => `${file} reads process.env`).join("\n") : undefined;
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => process.exit(1));

const counts = { passed: 0, failed: 0 };
for (const { name, check } of [
  ...CHECKS.map(({ name, commands }) => ({ name, check: () => runAll(commands) })),
  { name: "only server/config.ts reads the environment", check: async () => findReadersOfEnvironment() },
]) {
  const began = Date.now();
  const failure = await check();
  counts[failure === undefined ? "passed" : "failed"] += 1;
  console.log(
    `${failure === undefined ? "ok    " : "FAILED"} ${name} ${Math.round((Date.now() - began) / 1000)} s`,
  );
  if (failure !== undefined) console.log(`${failure}\n`);
}

const at = process.argv.indexOf("--report");
const report = at > 0 ? process.argv[at + 1] : undefined;
if (report) writeFileSync(report, JSON.stringify(counts));
process.exitCode = counts.failed > 0 ? 1 : 0;
