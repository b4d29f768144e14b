import { describe, expect, it } from "vitest";
import document from "../../../docs/sentiment.md?raw";
import { CALIBRATION } from "./calibration.fixture.ts";
import { judgeText } from "./judge-text.ts";
import { HELD_OUT } from "./labelled.fixture.ts";
import { GENERAL } from "./lexicon/general.ts";
import { MARKET, SIGNS } from "./lexicon/market.ts";
import { fitModel, type Measured, measure, percent } from "./measure.fixture.ts";
import { likeliest, MODEL } from "./mood.ts";
import { TUNING } from "./tuning.fixture.ts";
import { countEntries } from "./vocabulary.ts";

/** A set's part of docs/sentiment.md. When it differs, what is expected here is what the document should say. */
function section(name: string, measured: Measured): string {
  return [
    `### ${name}`,
    `${measured.right} of ${measured.texts} right: **${percent(measured.accuracy)}**. F1 ${percent(measured.f1)} (mean of the three moods). ${measured.reversed} taken for the opposite. Brier score ${measured.brier.toFixed(3)}.`,
    measured.confusionTable,
    measured.calibrationTable,
  ].join("\n\n");
}

const tuning = measure(TUNING);
const calibration = measure(CALIBRATION);
const heldOut = measure(HELD_OUT);

describe("what docs/sentiment.md states", () => {
  it.each([
    ["Held-out set", heldOut],
    ["Calibration set", calibration],
    ["Tuning set", tuning],
  ])("is what is measured: %s", (name, measured) => {
    expect(document.replaceAll(/\n+$/g, "")).toContain(section(name, measured));
  });

  it("names mistakes that are still made", () => {
    const rows = [
      ...document.matchAll(/^\| (.+?) \| (Positive|Negative|Neutral) \| (Positive|Negative|Neutral) \|/gm),
    ];
    expect(rows.length).toBeGreaterThanOrEqual(8);
    for (const [, text = "", label, taken] of rows) {
      expect([text, likeliest(judgeText(text).chances)]).toEqual([text, taken]);
      expect([...HELD_OUT, ...CALIBRATION, ...TUNING].find((one) => one.text === text)?.mood).toBe(label);
    }
  });

  it("counts the entries of the lists", () => {
    expect(document).toContain(
      `${countEntries(GENERAL)} words of general English, ${countEntries(MARKET)} words and expressions of the field, ${countEntries(SIGNS)} emojis and emoticons`,
    );
  });
});

describe("the analyst", () => {
  it("is right on three of four texts that it was not tuned on, and seldom takes one side for the other", () => {
    expect(heldOut.accuracy).toBeGreaterThanOrEqual(0.77);
    expect(heldOut.f1).toBeGreaterThanOrEqual(0.75);
    expect(heldOut.reversed / heldOut.texts).toBeLessThanOrEqual(0.05);
    expect(calibration.accuracy).toBeGreaterThanOrEqual(0.72);
    expect(tuning.accuracy).toBeGreaterThanOrEqual(0.9);
  });

  it("has the constants that its calibration set makes likeliest", () => {
    const fitted = fitModel(CALIBRATION);
    expect(Math.abs(fitted.slope - MODEL.slope)).toBeLessThan(0.1);
    expect(Math.abs(fitted.positiveFrom - MODEL.positiveFrom)).toBeLessThan(0.05);
    expect(Math.abs(fitted.negativeFrom - MODEL.negativeFrom)).toBeLessThan(0.05);
  });

  it("says chances that miss less on unseen texts than always saying how frequent each mood is", () => {
    const share = (mood: string) => HELD_OUT.filter((one) => one.mood === mood).length / HELD_OUT.length;
    const shares = [share("Positive"), share("Neutral"), share("Negative")];
    const ignorant = 1 - shares.reduce((sum, one) => sum + one ** 2, 0);
    expect(heldOut.brier).toBeLessThan(0.55 * ignorant);
  });
});

describe("the labelled texts", () => {
  const all = [...TUNING, ...CALIBRATION, ...HELD_OUT];

  it("are at least 200, at least 80 of them held out, no text twice", () => {
    expect(all.length).toBeGreaterThanOrEqual(200);
    expect(HELD_OUT.length).toBeGreaterThanOrEqual(80);
    expect(new Set(all.map(({ text }) => text)).size).toBe(all.length);
  });

  it("have each mood in each set, at least a fifth of it", () => {
    for (const set of [TUNING, CALIBRATION, HELD_OUT]) {
      for (const mood of ["Positive", "Neutral", "Negative"]) {
        expect(set.filter((one) => one.mood === mood).length / set.length).toBeGreaterThan(0.2);
      }
    }
  });
});
