import { describe, expect, it } from "vitest";
import { CALIBRATION } from "./calibration.fixture.ts";
import { HELD_OUT } from "./labeled.fixture.ts";
import { measure } from "./measure.fixture.ts";
import { scoreText } from "./score-text.ts";
import { TUNING } from "./tuning.fixture.ts";
import { VOICES_DEVELOPMENT, VOICES_HELD_OUT } from "./voices.fixture.ts";

const ALL_TEXTS = [...TUNING, ...CALIBRATION, ...HELD_OUT, ...VOICES_DEVELOPMENT, ...VOICES_HELD_OUT];
const tuning = measure(TUNING);
const calibration = measure(CALIBRATION);
const heldOut = measure(HELD_OUT);
const voices = measure(VOICES_HELD_OUT);

describe("the analyzer", () => {
  it("is right on three in four unseen messages, and rarely confuses positive with negative", () => {
    expect(heldOut.accuracy).toBeGreaterThanOrEqual(0.77);
    expect(heldOut.f1).toBeGreaterThanOrEqual(0.75);
    expect(heldOut.reversedCount / heldOut.textCount).toBeLessThanOrEqual(0.05);
    expect(calibration.accuracy).toBeGreaterThanOrEqual(0.72);
    expect(tuning.accuracy).toBeGreaterThanOrEqual(0.9);
  });

  it("is right on almost three in four unseen messages in other voices", () => {
    expect(voices.accuracy).toBeGreaterThanOrEqual(0.73);
    expect(voices.f1).toBeGreaterThanOrEqual(0.73);
  });

  it.each([
    ["development", measure(VOICES_DEVELOPMENT)],
    ["calibration", calibration],
    ["held out", heldOut],
    ["voices held out", voices],
  ])("is right at least as often as it claims: %s", (_name, { bands }) => {
    for (const { textCount, confidence, accuracy } of bands) {
      const samplingError = Math.sqrt((confidence * (1 - confidence)) / textCount);
      expect(accuracy).toBeGreaterThanOrEqual(confidence - 1.3 * samplingError);
    }
  });

  it("never has a confidence above 85%, because it isn't right more often on messages that weren't written for this project", () => {
    for (const { text } of ALL_TEXTS)
      expect(Math.max(...Object.values(scoreText(text).probabilities)), text).toBeLessThanOrEqual(0.85);
  });

  it("predicts unseen messages better than the base rates do", () => {
    const measureShare = (polarity: string) =>
      HELD_OUT.filter((text) => text.polarity === polarity).length / HELD_OUT.length;
    const shares = [measureShare("Positive"), measureShare("Neutral"), measureShare("Negative")];
    const baseline = 1 - shares.reduce((sum, share) => sum + share ** 2, 0);
    expect(heldOut.brier).toBeLessThan(0.55 * baseline);
  });
});

describe("the labeled messages", () => {
  it("number at least 200, with at least 80 in each held-out set, and have no duplicates", () => {
    expect(ALL_TEXTS.length).toBeGreaterThanOrEqual(200);
    expect(HELD_OUT.length).toBeGreaterThanOrEqual(80);
    expect(VOICES_HELD_OUT.length).toBeGreaterThanOrEqual(80);
    expect(new Set(ALL_TEXTS.map(({ text }) => text)).size).toBe(ALL_TEXTS.length);
  });

  it("are at least a fifth positive, a fifth neutral and a fifth negative in each set", () => {
    for (const set of [TUNING, CALIBRATION, HELD_OUT, VOICES_DEVELOPMENT, VOICES_HELD_OUT]) {
      for (const polarity of ["Positive", "Neutral", "Negative"]) {
        expect(set.filter((text) => text.polarity === polarity).length / set.length).toBeGreaterThan(0.2);
      }
    }
  });
});
