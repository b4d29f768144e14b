import type { ToolId } from "./tools.ts";

/** A document of the site that an answer can cite. Its text is untrusted. */
export interface SiteDocument {
  readonly kind: "article" | "post";
  /** On this site: /news/{id} or /forum/{id}. */
  readonly path: string;
  readonly title: string;
  /** Plain text. */
  readonly text: string;
  /** ISO 8601 in UTC. */
  readonly date: string;
  /** The article's source, or the post's author. */
  readonly by: string;
  /** Sample data, which must be labelled. */
  readonly isSample: boolean;
}

/** An asset's daily prices. */
export interface PriceHistory {
  readonly symbol: string;
  readonly name: string;
  /** Sample data, which must be labelled. */
  readonly isSample: boolean;
  /** Oldest first, no duplicates; days may be missing. */
  readonly days: readonly DayPrice[];
}

export interface DayPrice {
  /** YYYY-MM-DD, in UTC. */
  readonly date: string;
  /** The day's last price, in US dollars. */
  readonly price: number;
}

/** Citation [n] in an answer links to source n. */
export interface Source {
  /** Starts at 1. */
  readonly number: number;
  readonly title: string;
  /** On this site; null for a source without a page (the glossary). */
  readonly path: string | null;
  readonly by: string;
  /** ISO 8601 in UTC; null if undated. */
  readonly date: string | null;
  readonly isSample: boolean;
}

/** An analyst's result. */
export interface Analysis {
  readonly tool: ToolId;
  /** The answer in Markdown. It cites `sources` as [n] and contains no other links. */
  readonly markdown: string;
  readonly sources: readonly Source[];
  /** Chart data; null if there is nothing to draw. */
  readonly picture: Picture | null;
  /** The scanner's findings, most severe first; empty for the other tools. */
  readonly findings: readonly Finding[];
}

export type Picture = DriversPicture | ForecastPicture | PortfolioPicture;

/** What drives a sentiment. */
export interface DriversPicture {
  readonly kind: "drivers";
  /** Strongest first. Weight from -1 (negative) to 1 (positive); source is a citation number or null. */
  readonly drivers: readonly {
    readonly quote: string;
    readonly weight: number;
    readonly source: number | null;
  }[];
}

/** Prices in US dollars, days as YYYY-MM-DD. By the model, the bands contain 80% and 95% of outcomes. */
export interface ForecastPicture {
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
export interface PortfolioPicture {
  readonly kind: "portfolio";
  readonly isSample: boolean;
  readonly allocations: readonly {
    readonly symbol: string;
    readonly now: number;
    readonly proposed: number;
  }[];
  /** By increasing risk. */
  readonly frontier: readonly { readonly risk: number; readonly gain: number }[];
  readonly marks: readonly { readonly label: string; readonly risk: number; readonly gain: number }[];
}

export const IMPACTS = ["high", "medium", "low", "informational"] as const;
export const CONFIDENCES = ["high", "medium", "low"] as const;

/** One weakness in a contract. */
export interface Finding {
  /** The detector's id, stable across versions: "reentrancy". */
  readonly detector: string;
  /** Stable for the same weakness in the same contract, whatever code precedes it. */
  readonly id: string;
  readonly title: string;
  readonly impact: (typeof IMPACTS)[number];
  readonly confidence: (typeof CONFIDENCES)[number];
  /** Starts at 1. */
  readonly line: number;
  /** Starts at 1. */
  readonly column: number;
  /** The source line, trimmed and shortened. */
  readonly code: string;
  readonly contract: string | null;
  readonly function: string | null;
  readonly why: string;
  readonly remedy: string;
}
