import type { ToolId } from "./tools.ts";

/** Something that the site itself knows and an answer may lean on. Its text is as untrusted as any visitor's. */
export interface SiteDocument {
  readonly kind: "article" | "post";
  /** Within the site: /news/{id} or /forum/{id}. */
  readonly path: string;
  readonly title: string;
  /** Plain text. */
  readonly text: string;
  /** ISO 8601 in UTC. */
  readonly date: string;
  /** The article's source, or the post's author. */
  readonly by: string;
  /** Made up, and to be labelled. */
  readonly isSample: boolean;
}

/** What an asset cost, one price a day. */
export interface PriceHistory {
  readonly symbol: string;
  readonly name: string;
  /** Made up, and to be labelled. */
  readonly isSample: boolean;
  /** The oldest first, no day twice; days may be missing. */
  readonly days: readonly DayPrice[];
}

export interface DayPrice {
  /** YYYY-MM-DD, in UTC. */
  readonly date: string;
  /** In US dollars, the day's last. */
  readonly price: number;
}

/** A citation [n] of an answer leads to source n. */
export interface Source {
  /** From 1. */
  readonly number: number;
  readonly title: string;
  /** Within the site; null for a source without a page (the glossary). */
  readonly path: string | null;
  readonly by: string;
  /** ISO 8601 in UTC; null for what has no date. */
  readonly date: string | null;
  readonly isSample: boolean;
}

/** What an analyst found. */
export interface Analysis {
  readonly tool: ToolId;
  /** The answer in Markdown; cites `sources` as [n] and has no other links. */
  readonly markdown: string;
  readonly sources: readonly Source[];
  /** What people would rather look at than read; null where there is nothing to draw. */
  readonly picture: Picture | null;
  /** The scanner's, the gravest first; empty for the other tools. */
  readonly findings: readonly Finding[];
}

export type Picture = DriversPicture | ForecastPicture | PortfolioPicture;

/** What moves a sentiment. */
export interface DriversPicture {
  readonly kind: "drivers";
  /** The strongest first. Weight from -1 (negative) to 1 (positive); source is a citation's number or null. */
  readonly drivers: readonly {
    readonly quote: string;
    readonly weight: number;
    readonly source: number | null;
  }[];
}

/** Prices in US dollars, days as YYYY-MM-DD; the bands hold the outcome in 80 and 95 of 100 cases by the model. */
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

/** Weights from 0 to 1; return and risk (standard deviation) as fractions a year. */
export interface PortfolioPicture {
  readonly kind: "portfolio";
  readonly isSample: boolean;
  readonly allocations: readonly {
    readonly symbol: string;
    readonly now: number;
    readonly proposed: number;
  }[];
  /** From the least risk on. */
  readonly frontier: readonly { readonly risk: number; readonly gain: number }[];
  readonly marks: readonly { readonly label: string; readonly risk: number; readonly gain: number }[];
}

export const IMPACTS = ["high", "medium", "low", "informational"] as const;
export const CONFIDENCES = ["high", "medium", "low"] as const;

/** One weakness of a contract. */
export interface Finding {
  /** The detector's id, stable over versions: "reentrancy". */
  readonly detector: string;
  /** Stable for the same weakness in the same contract, whatever stands above it. */
  readonly id: string;
  readonly title: string;
  readonly impact: (typeof IMPACTS)[number];
  readonly confidence: (typeof CONFIDENCES)[number];
  /** From 1. */
  readonly line: number;
  /** From 1. */
  readonly column: number;
  /** The line as written, trimmed and bounded. */
  readonly code: string;
  readonly contract: string | null;
  readonly function: string | null;
  readonly why: string;
  readonly remedy: string;
}
