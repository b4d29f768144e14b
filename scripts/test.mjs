/**
 * `npm test`: installs what is missing, builds what is stale, and runs everything: static checks, unit and
 * integration tests, browser tests. One line per stage, failures in full, and a last line that counts them all.
 * Begins on any Node from 20 on, before a package is there.
 */
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { ensureBuilt } from "./build.mjs";
import {
  ensureInstalled,
  InstallError,
  projectEnvironment,
  projectNode,
  run,
  stopWithNpm,
} from "./install.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
/** The reports, and all that tests and their programs leave in the folder for temporary files. */
const scratch = mkdtempSync(join(tmpdir(), "lattice-tests-"));
// As root PostgreSQL runs as another user, who must be able to pass through.
chmodSync(scratch, 0o711);
const say = (line) => console.log(line);

/** Each stage writes a report of its own form; `count` makes { passed, failed, skipped } of it. */
const STAGES = {
  checks: {
    name: "Static checks",
    args: (report) => ["scripts/check.ts", "--report", report],
    count: (report) => report,
  },
  tests: {
    name: "Unit and integration tests",
    args: (report) => [
      "node_modules/vitest/vitest.mjs",
      "run",
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${report}`,
    ],
    env: () => ({ NODE_ENV: "test" }),
    count: countVitest,
  },
  browser: {
    name: "Browser tests",
    args: () => ["node_modules/@playwright/test/cli.js", "test", "--reporter=dot,json"],
    env: (report) => ({ NODE_ENV: "test", PLAYWRIGHT_JSON_OUTPUT_FILE: report }),
    count: countPlaywright,
  },
};

const total = { passed: 0, failed: 0, skipped: 0 };
stopWithNpm();
try {
  await ensureInstalled(root, say);
  // Side by side: the checks take one core for a while, and the tests often wait for a disk or a process.
  await all(runStage("checks"), buildAndTest());
  // Alone: a browser takes all that there is.
  await runStage("browser");
} catch (error) {
  add({ passed: 0, failed: 1, skipped: 0 });
  console.error(error instanceof InstallError ? error.message : error);
} finally {
  await removeScratch();
}
process.exitCode = total.failed > 0 ? 1 : 0;
say(`${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ""}`);

async function buildAndTest() {
  await ensureBuilt(root, say);
  await runStage("tests");
}

/** Waits for each of them to end, and throws what the first of them threw. */
async function all(...work) {
  const refused = (await Promise.allSettled(work)).find(({ status }) => status === "rejected");
  if (refused) throw refused.reason;
}

/** Runs a stage to its end and counts it. One that crashes, or in which nothing ran, counts as a failure. */
async function runStage(key) {
  const stage = STAGES[key];
  const report = join(scratch, `${key}.json`);
  const began = Date.now();
  const { code, output } = await run(
    projectNode(root),
    stage.args(report),
    root,
    projectEnvironment(root, {
      TMPDIR: scratch,
      ...(hasHome() ? {} : { HOME: scratch }),
      ...stage.env?.(report),
    }),
  );
  const counted = readReport(report, stage.count);
  const { passed = 0, failed = 0, skipped = 0 } = counted ?? {};
  const problem = !counted
    ? "crashed"
    : passed + failed === 0
      ? "ran no test"
      : code !== 0 && failed === 0
        ? `ended with code ${code}`
        : "";
  const result = { passed, failed: failed + (problem ? 1 : 0), skipped };
  if (result.failed > 0) console.log(`\n${output.trim()}\n`);
  const seconds = Math.round((Date.now() - began) / 1000);
  say(
    `${stage.name}: ${passed} passed, ${result.failed} failed` +
      `${skipped > 0 ? `, ${skipped} skipped` : ""}${problem ? ` (${problem})` : ""} in ${seconds} s`,
  );
  add(result);
}

function readReport(report, read) {
  try {
    return read(JSON.parse(readFileSync(report, "utf8")));
  } catch {
    return undefined;
  }
}

/** A file that could not be loaded has failed without a failed test in it. */
function countVitest({ numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults }) {
  const broken = testResults.filter(
    ({ status, assertionResults }) =>
      status === "failed" && !assertionResults.some((test) => test.status === "failed"),
  );
  return {
    passed: numPassedTests,
    failed: numFailedTests + broken.length,
    skipped: numPendingTests + numTodoTests,
  };
}

/** A test that passes on a second attempt only is a failure: it or the page has a race. */
function countPlaywright({ stats, errors }) {
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
  };
}

/** After an interruption programs and databases are still ending in it. */
async function removeScratch() {
  // npm's end comes as a second signal, which must not end this.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => {});
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const left = databasesLeft();
    // One whose program a test had just killed, and was going to start again, is ended by nobody else.
    try {
      if (attempt % 10 === 5) for (const pid of left) process.kill(pid, "SIGQUIT");
      if (left.length === 0) rmSync(scratch, { recursive: true, force: true });
      if (!existsSync(scratch)) return;
    } catch {
      // Something was just written there, or a server has ended by itself.
    }
    await sleep(200);
  }
}

/** The servers that run on a folder of ours, where the system says what a process was started with. */
function databasesLeft() {
  if (!existsSync("/proc")) return [];
  const pids = readdirSync("/proc").map(Number).filter(Number.isInteger);
  return pids.filter((pid) => {
    try {
      const [program, , folder] = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
      return program.endsWith("postgres") && folder.startsWith(`${scratch}/`);
    } catch {
      return false;
    }
  });
}

/** Tools keep things at home. An account may have none; then they must not end up in the repository. */
function hasHome() {
  try {
    accessSync(process.env.HOME || "/nonexistent", constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function add(result) {
  for (const key of Object.keys(total)) total[key] += result[key];
}
