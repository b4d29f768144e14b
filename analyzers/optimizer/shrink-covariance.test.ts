import { describe, expect, test } from "vitest";
import { seededNormal } from "../outlook/series.fixture.ts";
import { shrinkCovariance } from "./shrink-covariance.ts";

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

describe("the shrunk covariance", () => {
  test("relies mostly on the mean correlation if days are few, and its intensity is between 0 and 1", () => {
    const drawColumns = (days: number) => {
      const normal = seededNormal(4);
      return Array.from({ length: 8 }, () => Array.from({ length: days }, normal));
    };
    const [shortSample, longSample] = [
      shrinkCovariance(drawColumns(30)),
      shrinkCovariance(drawColumns(5_000)),
    ];
    expect(shortSample.intensity).toBeGreaterThan(0.5);
    for (const { covariance, intensity } of [shortSample, longSample]) {
      expect(intensity).toBeGreaterThanOrEqual(0);
      expect(intensity).toBeLessThanOrEqual(1);
      expect(covariance.isSymmetric()).toBe(true);
    }
  });

  test("is closer to the truth than the sample covariance if there are few days", () => {
    let [shrunkError, sampleError] = [0, 0];
    for (let seed = 1; seed <= 20; seed += 1) {
      const normal = seededNormal(seed);
      const factor = Array.from({ length: 60 }, normal);
      const columns = Array.from({ length: 10 }, () => factor.map((value) => value + normal()));
      const { covariance } = shrinkCovariance(columns);
      // The true values: variance 2, covariance 1.
      for (let row = 0; row < 10; row += 1)
        for (let column = 0; column < row; column += 1) {
          const [first, second] = [columns[row], columns[column]];
          if (!first || !second) continue;
          const mean = (values: readonly number[]) => sum(values) / 60;
          const [m, n] = [mean(first), mean(second)];
          const sample =
            sum(Array.from(first, (value, index) => (value - m) * ((second[index] ?? 0) - n))) / 60;
          shrunkError += (covariance.get(row, column) - 1) ** 2;
          sampleError += (sample - 1) ** 2;
        }
    }
    expect(shrunkError).toBeLessThan(0.8 * sampleError);
  });

  test("has a nearly optimal intensity even if the mean correlation is far from the truth", () => {
    // Two groups of four: correlation 0.8 within a group, 0 across.
    const getTrueCorrelation = (row: number, column: number) =>
      row === column ? 1 : row % 2 === column % 2 ? 0.8 : 0;
    const intensities = Array.from({ length: 21 }, (_, index) => index / 20);
    const losses = new Map<number, number>();
    let chosenLoss = 0;
    for (let seed = 1; seed <= 30; seed += 1) {
      const normal = seededNormal(seed);
      const groups = [0, 1].map(() => Array.from({ length: 40 }, normal));
      const columns = Array.from({ length: 8 }, (_, asset) =>
        Array.from({ length: 40 }, (__, day) => {
          return Math.sqrt(0.8) * (groups[asset % 2]?.[day] ?? 0) + Math.sqrt(0.2) * normal();
        }),
      );
      const { covariance, sample, constantCorrelation } = shrinkCovariance(columns);
      const computeLoss = (getEntry: (row: number, column: number) => number) => {
        let squares = 0;
        for (let row = 0; row < 8; row += 1)
          for (let column = 0; column < 8; column += 1)
            squares += (getEntry(row, column) - getTrueCorrelation(row, column)) ** 2;
        return squares;
      };
      chosenLoss += computeLoss((row, column) => covariance.get(row, column));
      for (const intensity of intensities) {
        const fixedLoss = computeLoss(
          (row, column) =>
            intensity * constantCorrelation.get(row, column) + (1 - intensity) * sample.get(row, column),
        );
        losses.set(intensity, (losses.get(intensity) ?? 0) + fixedLoss);
      }
    }
    expect(chosenLoss).toBeLessThan(1.12 * Math.min(...losses.values()));
  });

  test("equals the sample covariance for two assets, which have a single correlation", () => {
    const normal = seededNormal(2);
    const columns = [1, 2].map((scale) => Array.from({ length: 100 }, () => scale * normal()));
    expect(shrinkCovariance(columns).intensity).toBe(0);
  });
});
