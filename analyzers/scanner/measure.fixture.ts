import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DETECTORS, scanContract } from "./scan-contract.ts";

/**
 * tuned: the detectors were developed on these. held-out: written before the detectors. field: modeled on well-known
 * contracts, most of them sound. fresh: new ones. The last two sets were written after the detectors.
 */
export const SETS = ["tuned", "held-out", "field", "fresh"] as const;
type SetName = (typeof SETS)[number];

interface Contract {
  readonly set: SetName;
  readonly name: string;
  readonly source: string;
}

interface Sample extends Contract {
  /** `detector:line`, from the contract's comments. */
  readonly expected: ReadonlySet<string>;
  /** `detector:line`, from the scanner. */
  readonly found: ReadonlySet<string>;
}

const FOLDER = join(import.meta.dirname, "contracts");

export function readContracts(): Contract[] {
  return SETS.flatMap((set) =>
    readdirSync(join(FOLDER, set))
      .sort()
      .map((file) => ({
        set,
        name: file.replace(".sol", ""),
        source: readFileSync(join(FOLDER, set, file), "utf8"),
      })),
  );
}

export function scanSamples(): Sample[] {
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

/** For one detector and one set: occurrences, correct findings and false alarms. */
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

/** The table of docs/scanner.md. */
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

/** All misses and false alarms. */
export function writeErrors(samples: readonly Sample[]): string[] {
  return samples.flatMap(({ set, name, expected, found }) => [
    ...[...expected].filter((place) => !found.has(place)).map((place) => `${set}/${name} missed ${place}`),
    ...[...found]
      .filter((place) => !expected.has(place))
      .map((place) => `${set}/${name} false alarm ${place}`),
  ]);
}

/** The list of detectors in docs/scanner.md. */
export function writeDetectors(): string {
  return [
    "| Detector | Impact | What it finds |",
    "|---|---|---|",
    ...DETECTORS.map(({ id, impact, title }) => `| \`${id}\` | ${impact} | ${title} |`),
  ].join("\n");
}
