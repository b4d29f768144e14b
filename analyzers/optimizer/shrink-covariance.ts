import { Matrix } from "ml-matrix";

/** 0.1% annual volatility as a daily variance. This is the minimum for every asset, since none is riskless. */
const VARIANCE_MIN = 0.001 ** 2 / 365;
/** The fraction by which each variance is increased, so that the solver can handle perfectly correlated assets. */
const RIDGE = 1e-6;

/**
 * Estimates the covariance of daily returns (one column per asset, all of equal length). The result is positive
 * definite. With few days, individual correlations are mostly chance, so the sample covariance (intensity 0) is shrunk
 * toward a constant-correlation matrix (intensity 1), using the intensity that minimizes the expected squared error
 * (Ledoit and Wolf, "Honey, I shrunk the sample covariance matrix").
 */
export function shrinkCovariance(columns: readonly (readonly number[])[]) {
  const count = columns.length;
  const days = columns[0]?.length ?? 0;
  const centeredColumns = columns.map((column) => {
    const mean = column.reduce((sum, value) => sum + value, 0) / days;
    return column.map((value) => value - mean);
  });
  const sample = Matrix.zeros(count, count);
  forEachPair(count, (row, column) => sample.set(row, column, dot(centeredColumns, row, column) / days));
  const standardDeviations = sample.diagonal().map((variance) => Math.sqrt(Math.max(0, variance)));
  const varyingCount = standardDeviations.filter((value) => value > 0).length;
  let correlationSum = 0;
  forEachPair(count, (row, column) => {
    const scale = (standardDeviations[row] ?? 0) * (standardDeviations[column] ?? 0);
    if (row !== column && scale > 0) correlationSum += sample.get(row, column) / scale;
  });
  const meanCorrelation = varyingCount > 1 ? correlationSum / (varyingCount * (varyingCount - 1)) : 0;
  const constantCorrelation = Matrix.zeros(count, count);
  forEachPair(count, (row, column) => {
    const scale = (standardDeviations[row] ?? 0) * (standardDeviations[column] ?? 0);
    constantCorrelation.set(row, column, row === column ? sample.get(row, row) : meanCorrelation * scale);
  });
  const intensity = measureIntensity(
    centeredColumns,
    sample,
    constantCorrelation,
    standardDeviations,
    meanCorrelation,
  );
  const covariance = Matrix.mul(constantCorrelation, intensity).add(Matrix.mul(sample, 1 - intensity));
  for (let asset = 0; asset < count; asset += 1)
    covariance.set(asset, asset, Math.max(covariance.get(asset, asset), VARIANCE_MIN) * (1 + RIDGE));
  return { covariance, intensity, sample, constantCorrelation };
}

function forEachPair(count: number, visit: (row: number, column: number) => void): void {
  for (let row = 0; row < count; row += 1)
    for (let column = 0; column < count; column += 1) visit(row, column);
}

function dot(columns: readonly (readonly number[])[], a: number, b: number): number {
  const [first, second] = [columns[a], columns[b]];
  let sum = 0;
  if (first && second)
    for (let index = 0; index < first.length; index += 1) sum += (first[index] ?? 0) * (second[index] ?? 0);
  return sum;
}

/**
 * The paper's (π − ρ) / γ / T, clamped to the range from 0 to 1: the sample's error minus its covariance with the
 * target, divided by their distance and by the number of days. 0 if the two are equal.
 */
function measureIntensity(
  centeredColumns: readonly (readonly number[])[],
  sample: Matrix,
  constantCorrelation: Matrix,
  standardDeviations: readonly number[],
  meanCorrelation: number,
): number {
  const days = centeredColumns[0]?.length ?? 0;
  let [error, targetCovariance, distance] = [0, 0, 0];
  forEachPair(centeredColumns.length, (row, column) => {
    const [first, second] = [centeredColumns[row], centeredColumns[column]];
    if (!first || !second) return;
    const [covariance, variance] = [sample.get(row, column), sample.get(row, row)];
    let [productVariance, productCovariance] = [0, 0];
    for (let index = 0; index < days; index += 1) {
      const value = first[index] ?? 0;
      const productDeviation = value * (second[index] ?? 0) - covariance;
      productVariance += productDeviation * productDeviation;
      productCovariance += (value * value - variance) * productDeviation;
    }
    error += productVariance / days;
    const [rowDeviation, columnDeviation] = [standardDeviations[row] ?? 0, standardDeviations[column] ?? 0];
    if (row === column) targetCovariance += productVariance / days;
    else if (rowDeviation > 0)
      targetCovariance += meanCorrelation * (columnDeviation / rowDeviation) * (productCovariance / days);
    distance += (constantCorrelation.get(row, column) - covariance) ** 2;
  });
  if (distance <= 1e-12 * sample.norm("frobenius") ** 2) return 0;
  return Math.min(1, Math.max(0, (error - targetCovariance) / distance / days));
}
