import type { Finding } from "#core/ai/analysis.ts";

/** A kind of weakness: its name, severity, explanation and remedy. */
export interface Entry {
  readonly id: string;
  readonly title: string;
  readonly impact: Finding["impact"];
  /** The default; a finding can override it. */
  readonly confidence: Finding["confidence"];
  readonly why: string;
  readonly remedy: string;
}
