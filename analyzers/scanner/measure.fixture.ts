import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DETECTORS, scanContract } from "./scan-contract.ts";

/**
 * - `tuned`: the detectors were developed with these contracts.
 * - `held-out`: written before the detectors, and not used to develop them.
 * - `field`: modeled on well-known contracts, most of them sound. Written after the detectors.
 * - `fresh`: other contracts that were written after the detectors.
 */
export const SETS = ["tuned", "held-out", "field", "fresh"] as const;
type SetName = (typeof SETS)[number];

type Sample = ReturnType<typeof scanSamples>[number];

const FOLDER = join(import.meta.dirname, "contracts");

export const readFolder = (folder: string) =>
  readdirSync(folder)
    .sort()
    .map((file) => ({ name: file.replace(".sol", ""), source: readFileSync(join(folder, file), "utf8") }));

export const readContracts = () =>
  SETS.flatMap((set) => readFolder(join(FOLDER, set)).map((contract) => ({ set, ...contract })));

/**
 * Scans the contracts. Returns each with two sets of `detector:line`: the weaknesses that its `// expect:` comments
 * name, and the findings.
 */
export function scanSamples() {
  return readContracts().map((contract) => {
    const expected = contract.source.split("\n").flatMap((line, index) => {
      const annotation = /\/\/ expect: (.+)$/.exec(line)?.[1];
      return (annotation?.split(",") ?? []).map((id) => `${id.trim()}:${index + 1}`);
    });
    const detections = scanContract(contract.source).findings.map(
      ({ detector, line }) => `${detector}:${line}`,
    );
    return { ...contract, expected: new Set(expected), found: new Set(detections) };
  });
}

function countWeaknesses(samples: readonly Sample[], set: SetName, isCounted: (weakness: string) => boolean) {
  const counts = { expected: 0, found: 0, falseAlarms: 0 };
  for (const sample of samples) {
    if (sample.set !== set) continue;
    for (const weakness of sample.expected) {
      if (!isCounted(weakness)) continue;
      counts.expected += 1;
      if (sample.found.has(weakness)) counts.found += 1;
    }
    for (const weakness of sample.found)
      if (isCounted(weakness) && !sample.expected.has(weakness)) counts.falseAlarms += 1;
  }
  return counts;
}

export function writeTable(samples: readonly Sample[]): string {
  const formatRow = (label: string, isCounted: (weakness: string) => boolean) => {
    const cells = SETS.flatMap((set) => {
      const { expected, found, falseAlarms } = countWeaknesses(samples, set, isCounted);
      return [expected === 0 ? "–" : `${found} of ${expected}`, String(falseAlarms)];
    });
    return `| ${[label, ...cells].join(" | ")} |`;
  };
  return [
    "| Detector | Tuned | false | Held out | false | Field | false | Fresh | false |",
    "|---|---|---|---|---|---|---|---|---|",
    `| Contracts | ${SETS.map((name) => `${samples.filter(({ set }) => set === name).length} |`).join(" | ")} |`,
    ...DETECTORS.map(({ id }) => formatRow(`\`${id}\``, (weakness) => weakness.startsWith(`${id}:`))),
    formatRow("**All**", () => true),
  ].join("\n");
}

export function writeErrors(samples: readonly Sample[]): string[] {
  return samples.flatMap(({ set, name, expected, found }) => [
    ...[...expected]
      .filter((weakness) => !found.has(weakness))
      .map((weakness) => `${set}/${name} missed ${weakness}`),
    ...[...found]
      .filter((weakness) => !expected.has(weakness))
      .map((weakness) => `${set}/${name} false alarm ${weakness}`),
  ]);
}

export function writeDetectors(): string {
  return [
    "| Detector | Impact | What it finds |",
    "|---|---|---|",
    ...DETECTORS.map(({ id, impact, title }) => `| \`${id}\` | ${impact} | ${title} |`),
  ].join("\n");
}
