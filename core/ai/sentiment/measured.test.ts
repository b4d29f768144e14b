import { describe, expect, it } from "vitest";
import { CALIBRATION } from "./calibration.fixture.ts";
import { HELD_OUT } from "./labelled.fixture.ts";
import { fitModel, measure } from "./measure.fixture.ts";
import { MODEL } from "./mood.ts";
import { TUNING } from "./tuning.fixture.ts";

const tuning = measure(TUNING);
const calibration = measure(CALIBRATION);
const heldOut = measure(HELD_OUT);

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
