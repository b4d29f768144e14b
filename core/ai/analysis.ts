import type { DayPrice } from "#core/market/price-history.ts";
import type { ToolId } from "./tools.ts";

/** A post, comment or article that an answer can cite. Its text is untrusted. */
export interface SiteDocument {
  readonly kind: "article" | "post" | "comment";
  /** On this site: /news/{id}, /forum/{id} or /forum/{id}/comments/{id}. */
  readonly path: string;
  /** For a comment, the title of its post. */
  readonly title: string;
  /** Plain text. */
  readonly text: string;
  /** ISO 8601 in UTC. */
  readonly date: string;
  /** The article's source, or the author. */
  readonly attribution: string;
  /** Whether it is sample data, which must be labeled. */
  readonly isSample: boolean;
  readonly tags?: readonly string[];
  /** A comment's score: upvotes minus downvotes. */
  readonly score?: number;
}

/** Citation [n] in an answer links to source n. */
export interface Source {
  /** Starts at 1. */
  readonly number: number;
  readonly title: string;
  /** On this site; null for a source without a page, such as the glossary. */
  readonly path: string | null;
  readonly attribution: string;
  /** ISO 8601 in UTC; null if undated. */
  readonly date: string | null;
  readonly isSample: boolean;
}

export interface Analysis {
  readonly tool: ToolId;
  /** The answer in Markdown. It cites `sources` as [n] and contains no other links. */
  readonly markdown: string;
  readonly sources: readonly Source[];
  /** Chart data; null if there is nothing to draw. */
  readonly chart: ChartData | null;
  /** The scanner's findings, most severe first; empty for the other tools. */
  readonly findings: readonly Finding[];
  /** The number of findings by impact, if `findings` doesn't contain all of them. */
  readonly findingCounts?: FindingCounts;
}

export type ChartData = DriversChartData | ForecastChartData | PortfolioChartData;

export interface DriversChartData {
  readonly kind: "drivers";
  /** Strongest first. Weights range from -1 (negative) to 1 (positive). The source is a citation number or null. */
  readonly drivers: readonly {
    readonly quote: string;
    readonly weight: number;
    readonly source: number | null;
  }[];
}

/** Prices in US dollars, days as YYYY-MM-DD. According to the model, the bands contain 80% and 95% of outcomes. */
export interface ForecastChartData {
  readonly kind: "forecast";
  readonly symbol: string;
  readonly isSample: boolean;
  readonly history: readonly DayPrice[];
  readonly forecast: readonly {
    readonly date: string;
    readonly price: number;
    readonly band80: readonly [low: number, high: number];
    readonly band95: readonly [low: number, high: number];
  }[];
}

/** Weights from 0 to 1; annual return and risk (standard deviation) as fractions. */
export interface PortfolioChartData {
  readonly kind: "portfolio";
  readonly isSample: boolean;
  readonly allocations: readonly {
    readonly symbol: string;
    readonly current: number;
    readonly proposed: number;
  }[];
  /** By increasing risk. */
  readonly frontier: readonly { readonly risk: number; readonly annualReturn: number }[];
  readonly portfolios: readonly {
    readonly label: string;
    readonly risk: number;
    readonly annualReturn: number;
  }[];
}

export const IMPACT_LEVELS = ["high", "medium", "low", "informational"] as const;
export const CONFIDENCE_LEVELS = ["high", "medium", "low"] as const;

export interface Finding {
  /** The detector's ID, stable across versions: "reentrancy". */
  readonly detector: string;
  /** Identifies the finding within its contract. Doesn't change when the code before it does. */
  readonly id: string;
  readonly title: string;
  readonly impact: (typeof IMPACT_LEVELS)[number];
  readonly confidence: (typeof CONFIDENCE_LEVELS)[number];
  /** Starts at 1, like `column`. */
  readonly line: number;
  readonly column: number;
  /** The source line, trimmed and shortened. */
  readonly code: string;
  readonly contract: string | null;
  readonly function: string | null;
  readonly explanation: string;
  readonly recommendation: string;
}

export type FindingCounts = Readonly<Record<Finding["impact"], number>>;

export const countFindings = (counts: FindingCounts): number =>
  IMPACT_LEVELS.reduce((sum, impact) => sum + counts[impact], 0);

/** The note in an answer that doesn't contain all findings. */
export const describeOmittedFindings = (count: number, shownCount: number) =>
  `${count} findings in total; the ${shownCount} most severe are shown.`;
