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
  it("is right on three of four unseen texts, and rarely confuses positive with negative", () => {
    expect(heldOut.accuracy).toBeGreaterThanOrEqual(0.77);
    expect(heldOut.f1).toBeGreaterThanOrEqual(0.75);
    expect(heldOut.reversed / heldOut.texts).toBeLessThanOrEqual(0.05);
    expect(calibration.accuracy).toBeGreaterThanOrEqual(0.72);
    expect(tuning.accuracy).toBeGreaterThanOrEqual(0.9);
  });

  it("has the maximum-likelihood constants of its calibration set", () => {
    const fitted = fitModel(CALIBRATION);
    expect(Math.abs(fitted.slope - MODEL.slope)).toBeLessThan(0.1);
    expect(Math.abs(fitted.positiveFrom - MODEL.positiveFrom)).toBeLessThan(0.05);
    expect(Math.abs(fitted.negativeFrom - MODEL.negativeFrom)).toBeLessThan(0.05);
  });

  it("has better probabilities on unseen texts than the base rates", () => {
    const share = (mood: string) => HELD_OUT.filter((one) => one.mood === mood).length / HELD_OUT.length;
    const shares = [share("Positive"), share("Neutral"), share("Negative")];
    const ignorant = 1 - shares.reduce((sum, one) => sum + one ** 2, 0);
    expect(heldOut.brier).toBeLessThan(0.55 * ignorant);
  });
});

describe("the labelled texts", () => {
  const all = [...TUNING, ...CALIBRATION, ...HELD_OUT];

  it("are at least 200, at least 80 of them held out, without duplicates", () => {
    expect(all.length).toBeGreaterThanOrEqual(200);
    expect(HELD_OUT.length).toBeGreaterThanOrEqual(80);
    expect(new Set(all.map(({ text }) => text)).size).toBe(all.length);
  });

  it("have at least a fifth of each class in each set", () => {
    for (const set of [TUNING, CALIBRATION, HELD_OUT]) {
      for (const mood of ["Positive", "Neutral", "Negative"]) {
        expect(set.filter((one) => one.mood === mood).length / set.length).toBeGreaterThan(0.2);
      }
    }
  });
});
