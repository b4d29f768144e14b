import type { Finding } from "#core/ai/analysis.ts";

export interface Entry {
  readonly id: string;
  readonly title: string;
  readonly impact: Finding["impact"];
  /** The default; a finding can override it. */
  readonly confidence: Finding["confidence"];
  readonly explanation: string;
  readonly recommendation: string;
}
