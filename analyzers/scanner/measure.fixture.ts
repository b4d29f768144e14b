import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DETECTORS, scanContract } from "./scan-contract.ts";

/**
 * tuned: the detectors were developed on these. held-out: written before the detectors. field: modeled on well-known
 * contracts, most of them sound. fresh: new ones. The last two were written after the detectors.
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

/** The contracts with `detector:line` for each expected weakness, from their comments, and for each finding. */
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

function count(samples: readonly Sample[], set: SetName, isCounted: (place: string) => boolean) {
  const figures = { places: 0, found: 0, falseAlarms: 0 };
  for (const sample of samples) {
    if (sample.set !== set) continue;
    for (const place of sample.expected) {
      if (!isCounted(place)) continue;
      figures.places += 1;
      if (sample.found.has(place)) figures.found += 1;
    }
    for (const place of sample.found)
      if (isCounted(place) && !sample.expected.has(place)) figures.falseAlarms += 1;
  }
  return figures;
}

export function writeTable(samples: readonly Sample[]): string {
  const row = (label: string, isCounted: (place: string) => boolean) => {
    const cells = SETS.flatMap((set) => {
      const { places, found, falseAlarms } = count(samples, set, isCounted);
      return [places === 0 ? "–" : `${found} of ${places}`, String(falseAlarms)];
    });
    return `| ${[label, ...cells].join(" | ")} |`;
  };
  return [
    "| Detector | Tuned | false | Held out | false | Field | false | Fresh | false |",
    "|---|---|---|---|---|---|---|---|---|",
    ...DETECTORS.map(({ id }) => row(`\`${id}\``, (place) => place.startsWith(`${id}:`))),
    row("**All**", () => true),
  ].join("\n");
}

export function writeErrors(samples: readonly Sample[]): string[] {
  return samples.flatMap(({ set, name, expected, found }) => [
    ...[...expected].filter((place) => !found.has(place)).map((place) => `${set}/${name} missed ${place}`),
    ...[...found]
      .filter((place) => !expected.has(place))
      .map((place) => `${set}/${name} false alarm ${place}`),
  ]);
}

export function writeDetectors(): string {
  return [
    "| Detector | Impact | What it finds |",
    "|---|---|---|",
    ...DETECTORS.map(({ id, impact, title }) => `| \`${id}\` | ${impact} | ${title} |`),
  ].join("\n");
}
