import { Matrix } from "ml-matrix";

export interface Shrunk {
  /** Covariance of the given returns, positive definite. */
  readonly covariance: Matrix;
  /** From 0 (the sample) to 1 (one correlation for all pairs). */
  readonly intensity: number;
  /** The two extremes: the sample, and one correlation for all pairs. */
  readonly sample: Matrix;
  readonly alike: Matrix;
}

/** 0.1% annual volatility as a daily variance. No asset gets less, since none is riskless. */
const LEAST_VARIANCE = 0.001 ** 2 / 365;
/** Added to each variance, so that the solver can handle perfectly correlated assets. */
const RIDGE = 1e-6;

/**
 * The covariance of daily returns (one column per asset, equal lengths), shrunk toward a constant correlation by the
 * intensity that minimizes the expected squared error (Ledoit and Wolf, "Honey, I shrunk the sample covariance
 * matrix"). With few days, individual correlations are mostly chance.
 */
export function shrinkCovariance(columns: readonly Float64Array[]): Shrunk {
  const count = columns.length;
  const days = columns[0]?.length ?? 0;
  const centred = columns.map((column) => {
    const mean = column.reduce((sum, value) => sum + value, 0) / days;
    return column.map((value) => value - mean);
  });
  const sample = Matrix.zeros(count, count);
  forPairs(count, (row, column) => sample.set(row, column, dot(centred, row, column) / days));
  const deviation = sample.diagonal().map((variance) => Math.sqrt(Math.max(0, variance)));
  const [moving, pairs] = [deviation.filter((one) => one > 0).length, { sum: 0 }];
  forPairs(count, (row, column) => {
    const scale = (deviation[row] ?? 0) * (deviation[column] ?? 0);
    if (row !== column && scale > 0) pairs.sum += sample.get(row, column) / scale;
  });
  const common = moving > 1 ? pairs.sum / (moving * (moving - 1)) : 0;
  const alike = Matrix.zeros(count, count);
  forPairs(count, (row, column) => {
    const scale = (deviation[row] ?? 0) * (deviation[column] ?? 0);
    alike.set(row, column, row === column ? sample.get(row, row) : common * scale);
  });
  const intensity = measureIntensity(centred, sample, alike, deviation, common);
  const covariance = Matrix.add(Matrix.mul(alike, intensity), Matrix.mul(sample, 1 - intensity));
  for (let asset = 0; asset < count; asset += 1)
    covariance.set(asset, asset, Math.max(covariance.get(asset, asset), LEAST_VARIANCE) * (1 + RIDGE));
  return { covariance, intensity, sample, alike };
}

function forPairs(count: number, visit: (row: number, column: number) => void): void {
  for (let row = 0; row < count; row += 1)
    for (let column = 0; column < count; column += 1) visit(row, column);
}

function dot(columns: readonly Float64Array[], one: number, other: number): number {
  const [first, second] = [columns[one], columns[other]];
  let sum = 0;
  if (first && second)
    for (let at = 0; at < first.length; at += 1) sum += (first[at] ?? 0) * (second[at] ?? 0);
  return sum;
}

/** The paper's π, ρ and γ: the sample's error, minus its covariance with the target, divided by their distance. */
function measureIntensity(
  centred: readonly Float64Array[],
  sample: Matrix,
  alike: Matrix,
  deviation: readonly number[],
  common: number,
): number {
  const days = centred[0]?.length ?? 0;
  let [error, shared, distance] = [0, 0, 0];
  forPairs(centred.length, (row, column) => {
    const [first, second] = [centred[row], centred[column]];
    if (!first || !second) return;
    const [mean, own] = [sample.get(row, column), sample.get(row, row)];
    let [spread, together] = [0, 0];
    for (let at = 0; at < days; at += 1) {
      const one = first[at] ?? 0;
      const product = one * (second[at] ?? 0) - mean;
      spread += product * product;
      together += (one * one - own) * product;
    }
    error += spread / days;
    const [mine, its] = [deviation[row] ?? 0, deviation[column] ?? 0];
    if (row === column) shared += spread / days;
    else if (mine > 0) shared += common * (its / mine) * (together / days);
    distance += (alike.get(row, column) - mean) ** 2;
  });
  if (distance <= 1e-12 * sample.norm("frobenius") ** 2) return 0;
  return Math.min(1, Math.max(0, (error - shared) / distance / days));
}
