import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { findEnvironmentReaders } from "./check-environment.ts";
import { findSlowPatterns } from "./check-patterns.ts";
import { findAllStaleReferences } from "./check-references.ts";
import { findRetiredWords } from "./check-words.ts";
import { findCrossModuleAccess } from "./sql/check-table-access.ts";

/** Runs the checks one after another, so that two cores are enough. `--report FILE` also writes the counts to FILE. */

const ROOT = join(import.meta.dirname, "..");
const getBinPath = (path: string) => join(ROOT, "node_modules", path);

/** A check runs its commands in order and stops at the first failure. */
const CHECKS: readonly { name: string; commands: readonly (readonly string[])[] }[] = [
  {
    name: "types (react-router typegen, tsc)",
    commands: [
      [getBinPath("@react-router/dev/bin.cjs"), "typegen"],
      // Every additional checker would repeat much of the first one's work.
      [getBinPath("@typescript/native/bin/tsc"), "-p", ".", "--checkers", "1"],
    ],
  },
  {
    name: "style and common mistakes (biome)",
    commands: [[getBinPath("@biomejs/biome/bin/biome"), "check", "."]],
  },
  {
    name: "layers and cycles (dependency-cruiser)",
    commands: [
      [
        getBinPath("dependency-cruiser/bin/dependency-cruiser.mjs"),
        "--config",
        ".dependency-cruiser.mjs",
        "--output-type",
        "err-long",
        ...["analyzers", "core", "server", "web", "scripts", "e2e", "bench", "main.ts"],
      ],
    ],
  },
  { name: "nothing unused (knip)", commands: [[getBinPath("knip/bin/knip.js"), "--no-progress"]] },
];

function run(args: readonly string[]): Promise<{ ok: boolean; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: ROOT,
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    // Kills the entire process group, because SIGTERM doesn't stop the compiler.
    const killGroup = () => child.pid && process.kill(-child.pid, "SIGKILL");
    process.once("exit", killGroup);
    child.once("close", () => process.off("exit", killGroup));
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

async function runAll(commands: readonly (readonly string[])[]): Promise<string | undefined> {
  for (const command of commands) {
    const { ok, output } = await run(command);
    if (!ok) return output.trim();
  }
  return undefined;
}

if (process.argv.includes("--help")) {
  console.log(
    "Usage: npm run check -- [--report FILE]\n  Runs the static checks. With --report, also writes the numbers of passed and failed checks to FILE.",
  );
  process.exit();
}
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => process.exit(1));

const counts = { passed: 0, failed: 0 };
for (const { name, check } of [
  ...CHECKS.map(({ name, commands }) => ({ name, check: () => runAll(commands) })),
  { name: "only server/config.ts reads the environment", check: async () => findEnvironmentReaders(ROOT) },
  { name: "regular expressions take linear time", check: async () => findSlowPatterns(ROOT) },
  { name: "modules use their own tables", check: () => findCrossModuleAccess(ROOT) },
  { name: "plain words (CONTRIBUTING.md)", check: async () => findRetiredWords(ROOT) },
  { name: "paths and names in docs and comments", check: async () => findAllStaleReferences(ROOT) },
]) {
  const startedAt = Date.now();
  const failure = await check();
  counts[failure === undefined ? "passed" : "failed"] += 1;
  console.log(
    `${failure === undefined ? "ok    " : "FAILED"} ${name} ${Math.round((Date.now() - startedAt) / 1000)} s`,
  );
  if (failure !== undefined) console.log(`${failure}\n`);
}

const reportIndex = process.argv.indexOf("--report");
const reportFile = reportIndex > 0 ? process.argv[reportIndex + 1] : undefined;
if (reportFile) writeFileSync(reportFile, JSON.stringify(counts));
process.exitCode = counts.failed > 0 ? 1 : 0;
