/**
 * `npm test`: installs what is missing, builds what is stale, and runs everything: static checks, unit and
 * integration tests, browser tests. One line per stage, failures in full, and a last line that counts them all.
 * Begins on any Node from 20 on, before a package is there.
 */
import { accessSync, constants, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureBuilt } from "./build.mjs";
import { ensureInstalled, InstallError, projectEnvironment, projectNode, run } from "./install.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const reports = mkdtempSync(join(tmpdir(), "lattice-reports-"));
const say = (line) => console.log(line);

/** Each stage writes a report of its own form; `count` makes { passed, failed, skipped } of it. */
const STAGES = [
  {
    name: "Static checks",
    args: (report) => ["scripts/check.ts", "--report", report],
    count: (report) => report,
  },
  {
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
    again: failedVitestFiles,
  },
  {
    name: "Browser tests",
    args: () => ["node_modules/@playwright/test/cli.js", "test", "--retries=1", "--reporter=dot,json"],
    env: (report) => ({ NODE_ENV: "test", PLAYWRIGHT_JSON_OUTPUT_FILE: report }),
    count: countPlaywright,
    again: failedPlaywrightFiles,
  },
];

/** More than these failing at once is no chance. */
const FEW_FILES = 3;

const total = { passed: 0, failed: 0, skipped: 0 };
stopWithNpm();
try {
  await ensureInstalled(root, say);
  await ensureBuilt(root, say);
  for (const [index, stage] of STAGES.entries()) add(await runStage(stage, join(reports, `${index}.json`)));
} catch (error) {
  add({ passed: 0, failed: 1, skipped: 0 });
  console.error(error instanceof InstallError ? error.message : error);
} finally {
  rmSync(reports, { recursive: true, force: true, maxRetries: 3 });
}
process.exitCode = total.failed > 0 ? 1 : 0;
say(`${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ""}`);

/** Runs a stage to its end. One that crashes, or in which nothing ran, counts as a failure. */
async function runStage(stage, report) {
  const began = Date.now();
  const first = await tryStage(stage, report);
  const { code, output } = first;
  const counted = first.counted && (await tryAgain(stage, report, first.counted));
  const { passed = 0, failed = 0, skipped = 0, flaky = [] } = counted ?? {};
  const problem = !counted
    ? "crashed"
    : passed + failed === 0
      ? "ran no test"
      : code !== 0 && failed === 0 && flaky.length === 0
        ? `ended with code ${code}`
        : "";
  const result = { passed, failed: failed + (problem ? 1 : 0), skipped };
  if (result.failed > 0 || flaky.length > 0) console.log(`\n${output.trim()}\n`);
  const seconds = Math.round((Date.now() - began) / 1000);
  say(
    `${stage.name}: ${passed} passed, ${result.failed} failed` +
      `${skipped > 0 ? `, ${skipped} skipped` : ""}${problem ? ` (${problem})` : ""} in ${seconds} s`,
  );
  for (const test of flaky) say(`Passed on its second try only: ${test}`);
  return result;
}

async function tryStage(stage, report, more = []) {
  const { code, output } = await run(
    projectNode(root),
    [...stage.args(report), ...more],
    root,
    projectEnvironment(root, { ...(hasHome() ? {} : { HOME: reports }), ...stage.env?.(report) }),
  );
  return { code, output, counted: readReport(report, stage.count) };
}

/** Runs the few files in which something failed once more, alone. What passes then is named. */
async function tryAgain(stage, report, counted) {
  const files = counted.failed > 0 && stage.again ? readReport(report, stage.again) : undefined;
  if (!files || files.length === 0 || files.length > FEW_FILES) return counted;
  const second = (await tryStage(stage, `${report}.again`, files)).counted;
  if (!second || second.failed > 0 || second.passed === 0) return counted;
  const { passed, failed, skipped } = counted;
  return { passed: passed + failed, failed: 0, skipped, flaky: [...(counted.flaky ?? []), ...files] };
}

function readReport(report, read) {
  try {
    return read(JSON.parse(readFileSync(report, "utf8")));
  } catch {
    return undefined;
  }
}

function failedVitestFiles({ testResults }) {
  return testResults.filter(({ status }) => status === "failed").map(({ name }) => relative(root, name));
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

/**
 * A browser test that failed and passed on its second try is a defect of the test or of the page, and is named: it
 * does not stop a change that did not cause it.
 */
function countPlaywright({ stats, errors, suites }) {
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
    flaky: suites.flatMap(flakyTests),
  };
}

function flakyTests({ suites = [], specs = [] }) {
  const own = specs.filter(({ tests }) => tests.some(({ status }) => status === "flaky"));
  return [...own.map(({ file, title }) => `${file}: ${title}`), ...suites.flatMap(flakyTests)];
}

function failedPlaywrightFiles({ suites }) {
  const failed = ({ specs = [], suites: inner = [] }) => specs.some(({ ok }) => !ok) || inner.some(failed);
  return suites.filter(failed).map(({ file }) => join("e2e", file));
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

/** A SIGTERM to npm ends npm and its shell without a word to us; then this has to end as well. */
function stopWithNpm() {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const check = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(check);
    process.kill(process.pid, "SIGTERM");
  }, 500);
  check.unref();
}

function add(result) {
  for (const key of Object.keys(total)) total[key] += result[key];
}
