/**
 * `npm run analyzer-docs`: measures the analyzers and writes the results into docs/, between the markers
 * `<!-- measured: NAME -->` and `<!-- end -->`. Takes about a minute. Run it after changing an analyzer, then review
 * the diff.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeEstimates, writeKnownCases } from "#analyzers/optimizer/measure.fixture.ts";
import { writeBacktests, writeDescriptions, writeTargets } from "#analyzers/outlook/measure.fixture.ts";
import { writeIndependentResults } from "#analyzers/scanner/independent.fixture.ts";
import { scanSamples, writeDetectors, writeTable } from "#analyzers/scanner/measure.fixture.ts";
import { CALIBRATION } from "#analyzers/sentiment/calibration.fixture.ts";
import { HELD_OUT } from "#analyzers/sentiment/labeled.fixture.ts";
import { writeEntryCounts, writeFigures, writeMistakes } from "#analyzers/sentiment/measure.fixture.ts";
import { TUNING } from "#analyzers/sentiment/tuning.fixture.ts";
import { VOICES_DEVELOPMENT, VOICES_HELD_OUT } from "#analyzers/sentiment/voices.fixture.ts";

/** Functions that create the text between the markers, by document. */
const PARTS: Readonly<Record<string, Readonly<Record<string, (current: string) => string>>>> = {
  "optimizer.md": { "known solutions": writeKnownCases, estimates: writeEstimates },
  "outlook.md": { backtests: writeBacktests, descriptions: writeDescriptions, targets: writeTargets },
  "scanner.md": {
    detectors: writeDetectors,
    results: () => writeTable(scanSamples()),
    independent: writeIndependentResults,
  },
  "sentiment.md": {
    entries: writeEntryCounts,
    "voices held out": () => writeFigures(VOICES_HELD_OUT),
    "voices development": () => writeFigures(VOICES_DEVELOPMENT),
    "held out": () => writeFigures(HELD_OUT),
    calibration: () => writeFigures(CALIBRATION),
    tuning: () => writeFigures(TUNING),
    mistakes: writeMistakes,
  },
};

if (process.argv.includes("--help")) {
  console.log("Usage: npm run analyzer-docs\n  Measures the analyzers and updates the tables in their docs.");
  process.exit();
}

for (const [name, parts] of Object.entries(PARTS)) {
  const file = join(import.meta.dirname, "../docs", name);
  let text = readFileSync(file, "utf8");
  for (const [part, write] of Object.entries(parts)) {
    const marker = `<!-- measured: ${part} -->`;
    const [before, rest] = text.split(marker);
    const end = rest?.indexOf("<!-- end -->") ?? -1;
    if (before === undefined || rest === undefined || end < 0)
      throw new Error(`docs/${name} has no "${marker}" with an "<!-- end -->" after it.`);
    const currentText = rest.slice(0, end);
    const whitespace = /^\s*/.exec(currentText)?.[0] ?? "";
    text = `${before}${marker}${whitespace}${write(currentText.trim())}${whitespace}${rest.slice(end)}`;
  }
  const isChanged = text !== readFileSync(file, "utf8");
  if (isChanged) writeFileSync(file, text);
  console.log(`docs/${name}: ${isChanged ? "updated" : "unchanged"}`);
}
