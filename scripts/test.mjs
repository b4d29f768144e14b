/**
 * `npm test`: installs missing packages, rebuilds if the sources have changed, and runs static checks, unit and
 * integration tests, and browser tests in parallel. Prints one line per stage, failures in full, and the totals on the
 * last line. Runs on Node 20 or newer, even before packages are installed.
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
  getProjectEnvironment,
  getProjectNode,
  InstallError,
  run,
  stopWithNpm,
} from "./install.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
/** The folder for reports, and for all temporary files of the tests and of the processes they start. */
const scratch = mkdtempSync(join(tmpdir(), "lattice-tests-"));
// If this runs as root, PostgreSQL runs as another user, who must be able to enter the folder.
chmodSync(scratch, 0o711);
const print = (line) => console.log(line);

/** Each stage writes a report in its own format; `count` converts it to { passed, failed, skipped }. */
const STAGES = {
  checks: {
    name: "Static checks",
    args: (reportFile) => ["scripts/check.ts", "--report", reportFile],
    count: (report) => report,
  },
  tests: {
    name: "Unit and integration tests",
    args: (reportFile) => [
      "node_modules/vitest/vitest.mjs",
      "run",
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${reportFile}`,
    ],
    env: () => ({ NODE_ENV: "test", ROW_RECORDS: join(scratch, "rows") }),
    count: countVitest,
  },
  rows: {
    name: "Row types of SQL statements",
    args: (reportFile) => [
      "scripts/sql/check-row-types.ts",
      "--records",
      join(scratch, "rows"),
      "--report",
      reportFile,
    ],
    count: (report) => report,
  },
  browser: {
    name: "Browser tests",
    args: () => ["node_modules/@playwright/test/cli.js", "test", "--reporter=dot,json"],
    env: (reportFile) => ({ NODE_ENV: "test", PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile }),
    count: countPlaywright,
  },
};

const total = { passed: 0, failed: 0, skipped: 0 };
stopWithNpm();
try {
  await ensureInstalled(root, print);
  // Independent stages run in parallel, because tests often wait for I/O, processes or a clock.
  await waitForAll(runStage("checks"), buildAndTest());
} catch (error) {
  addToTotal({ passed: 0, failed: 1, skipped: 0 });
  console.error(error instanceof InstallError ? error.message : error);
} finally {
  await removeScratch();
}
process.exitCode = total.failed > 0 ? 1 : 0;
print(
  `${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ""}`,
);

async function buildAndTest() {
  await ensureBuilt(root, print);
  await waitForAll(testAndCheckRows(), runStage("browser"));
}

async function testAndCheckRows() {
  await runStage("tests");
  await runStage("rows");
}

/** Waits for all, then throws the first error. */
async function waitForAll(...work) {
  const failure = (await Promise.allSettled(work)).find(({ status }) => status === "rejected");
  if (failure) throw failure.reason;
}

/**
 * Runs a stage and adds its results to the total. If it crashes, runs no tests, or exits with an error although no test
 * failed, that counts as a failure.
 */
async function runStage(key) {
  const stage = STAGES[key];
  const reportFile = join(scratch, `${key}.json`);
  const startedAt = Date.now();
  const { code, output } = await run(
    getProjectNode(root),
    stage.args(reportFile),
    root,
    getProjectEnvironment(root, {
      TMPDIR: scratch,
      ...(hasHome() ? {} : { HOME: scratch }),
      ...stage.env?.(reportFile),
    }),
  );
  const counts = countResults(reportFile, stage.count);
  const { passed = 0, failed = 0, skipped = 0 } = counts ?? {};
  const problem = !counts
    ? "crashed"
    : passed + failed === 0
      ? "ran no tests"
      : code !== 0 && failed === 0
        ? `exited with code ${code}`
        : "";
  const result = { passed, failed: failed + (problem ? 1 : 0), skipped };
  if (result.failed > 0) console.log(`\n${output.trim()}\n`);
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  print(
    `${stage.name}: ${passed} passed, ${result.failed} failed` +
      `${skipped > 0 ? `, ${skipped} skipped` : ""}${problem ? ` (${problem})` : ""} in ${seconds} s`,
  );
  addToTotal(result);
}

function countResults(reportFile, count) {
  try {
    return count(JSON.parse(readFileSync(reportFile, "utf8")));
  } catch {
    return undefined;
  }
}

/** A file that fails to load counts as a failure, although it contains no failed test. */
function countVitest({ numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults }) {
  const brokenFiles = testResults.filter(
    ({ status, assertionResults }) =>
      status === "failed" && !assertionResults.some((test) => test.status === "failed"),
  );
  return {
    passed: numPassedTests,
    failed: numFailedTests + brokenFiles.length,
    skipped: numPendingTests + numTodoTests,
  };
}

/** A test that only passes on retry counts as a failure, because either it or the page has a race condition. */
function countPlaywright({ stats, errors }) {
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
  };
}

/** Removes the temporary folder. After an interruption, instances and databases may still be shutting down in it. */
async function removeScratch() {
  // npm sends a second signal when it exits, which must not interrupt this cleanup.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => {});
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const leftoverPids = findLeftoverServerPids();
    // Stop leftover servers: their test was interrupted after it had killed the process that would have stopped them.
    try {
      if (attempt % 10 === 5) for (const pid of leftoverPids) process.kill(pid, "SIGQUIT");
      if (leftoverPids.length === 0) rmSync(scratch, { recursive: true, force: true });
      if (!existsSync(scratch)) return;
    } catch {
      // A file was just written there, or a server has already exited.
    }
    await sleep(200);
  }
}

/** Returns the PIDs of the database servers running in our folder; empty without /proc. */
function findLeftoverServerPids() {
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

/**
 * Whether there is a home folder that tools can write to. Without one, HOME is set to the temporary folder, so that
 * their files don't end up in the repository.
 */
function hasHome() {
  try {
    accessSync(process.env.HOME || "/nonexistent", constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function addToTotal(result) {
  for (const key of Object.keys(total)) total[key] += result[key];
}
