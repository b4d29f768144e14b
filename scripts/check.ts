import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
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
        ...["core", "server", "web", "scripts", "e2e", "main.ts"],
      ],
    ],
  },
  { name: "nothing unused (knip)", commands: [[bin("knip/bin/knip.js"), "--no-progress"]] },
];

/** Runs one command with this Node; gives what it printed and whether it went well. */
function run(args: readonly string[]): Promise<{ ok: boolean; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ["ignore", "pipe", "pipe"] });
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

const counts = { passed: 0, failed: 0 };
for (const { name, commands } of CHECKS) {
  const began = Date.now();
  let failure: string | undefined;
  for (const command of commands) {
    const { ok, output } = await run(command);
    if (ok) continue;
    failure = output.trim();
    break;
  }
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
